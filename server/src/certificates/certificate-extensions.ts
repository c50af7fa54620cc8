import { childrenOf, type DERElement, hexOf, partsOf } from './der-element.js'

/** What the extensions of a certificate say of chains that it is part of. */
export interface CertificateExtensions {
  /** It may sign certificates, as far as its key usage says. */
  readonly maySign: boolean
  /** Most certificates between it and that of a client. */
  readonly maxPathLength: number | undefined
  /** Names of what is signed below it are limited. */
  readonly constrainsNames: boolean
  /** It has an unknown critical extension. */
  readonly hasUnknown: boolean
}

const oidTag = 0x06
const booleanTag = 0x01
const integerTag = 0x02
const extensionsTag = 0xa3

/** DER of the identifiers below, by what they are. */
const oid = {
  keyUsage: '551d0f',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
}

/** What Go's crypto/x509 reads: identifiers of keys, alternative names, points of revocation, policies, extended usage, access. */
const known = new Set([
  ...Object.values(oid),
  ...['551d0e', '551d11', '551d1f', '551d20', '551d21', '551d23', '551d24', '551d25', '551d36', '2b06010505070101'],
])

/** Bit of `keyCertSign` in the first byte of a key usage. */
const certSign = 0x04

/**
 * Reads the extensions of a certificate in DER that OpenSSL has parsed before. Source: RFC 5280, section 4.2.
 */
export function extensionsOf(der: Uint8Array): CertificateExtensions {
  const found = {
    maySign: true,
    maxPathLength: undefined as number | undefined,
    constrainsNames: false,
    hasUnknown: false,
  }
  for (const [id, critical, value] of extensionList(der)) {
    if (critical && !known.has(id)) found.hasUnknown = true
    if (id === oid.keyUsage) found.maySign = ((der[contentOf(der, value).start + 1] ?? 0) & certSign) !== 0
    if (id === oid.nameConstraints) found.constrainsNames = true
    if (id === oid.basicConstraints) found.maxPathLength = pathLengthOf(der, contentOf(der, value))
  }
  return found
}

function extensionList(der: Uint8Array): [id: string, critical: boolean, value: DERElement][] {
  const [signed] = partsOf(der)
  const holder = signed && childrenOf(der, signed).find(({ tag }) => tag === extensionsTag)
  const [list] = holder === undefined ? [] : childrenOf(der, holder)
  return (list === undefined ? [] : childrenOf(der, list)).flatMap((extension) => {
    const parts = childrenOf(der, extension)
    const id = parts.find(({ tag }) => tag === oidTag)
    const value = parts.at(-1)
    if (id === undefined || value === undefined) return []
    return [[hexOf(der, id), parts.some(({ tag, start }) => tag === booleanTag && der[start] !== 0), value]]
  })
}

/** The element inside an octet string. */
function contentOf(der: Uint8Array, value: DERElement): DERElement {
  return childrenOf(der, value)[0] ?? { tag: 0, start: value.end, end: value.end }
}

function pathLengthOf(der: Uint8Array, constraints: DERElement): number | undefined {
  const length = childrenOf(der, constraints).find(({ tag }) => tag === integerTag)
  return length === undefined ? undefined : Number.parseInt(hexOf(der, length), 16)
}
