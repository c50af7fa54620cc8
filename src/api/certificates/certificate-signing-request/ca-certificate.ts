import { type DERElement, derElements } from '../../validation/der.js'

const sequence = 0x30
const objectIdentifier = 0x06
const boolean = 0x01
const octets = 0x04
/** The extensions of a certificate: `[3]`. */
const extensionsTag = 0xa3
/** 2.5.29.19 */
const basicConstraints = [0x55, 0x1d, 0x13]

/**
 * The reason why DER is not the certificate of an authority, in the words of Kubernetes; undefined if none was found. Reads the
 * structure down to the basic constraints only: keys and signatures are not checked.
 */
export function authorityProblem(der: Uint8Array): string | undefined {
  const extensions = extensionsOf(der)
  if (extensions === undefined) return 'does not parse as X.509'
  const constraints = extensions.find((extension) => isBasicConstraints(extension))
  const value = constraints?.find(({ tag }) => tag === octets)
  const [list] = value === undefined ? [] : (derElements(value.content) ?? [])
  const [first] = list?.tag === sequence ? (derElements(list.content) ?? []) : []
  const isAuthority = first?.tag === boolean && first.content[0] === 0xff
  return isAuthority ? undefined : 'does not have the CA bit set'
}

/** The extensions of a certificate; undefined for what is none. */
function extensionsOf(der: Uint8Array): DERElement[][] | undefined {
  const [certificate] = derElements(der) ?? []
  if (certificate?.tag !== sequence || certificate.end !== der.length) return undefined
  const parts = derElements(certificate.content)
  const [body, algorithm, signature] = parts ?? []
  if (body?.tag !== sequence || algorithm?.tag !== sequence || signature === undefined) return undefined
  const fields = derElements(body.content)
  // Serial number, algorithm, issuer, validity, subject and key are always there.
  if (fields === undefined || fields.length < 6) return undefined
  const [list] = derElements(fields.find(({ tag }) => tag === extensionsTag)?.content ?? new Uint8Array()) ?? []
  const extensions = derElements(list?.content ?? new Uint8Array())?.map(({ content }) => derElements(content))
  return extensions?.every((extension) => extension !== undefined) ? extensions : undefined
}

function isBasicConstraints([id]: readonly DERElement[]): boolean {
  if (id?.tag !== objectIdentifier) return false
  const { content } = id
  return content.length === basicConstraints.length && basicConstraints.every((byte, i) => content[i] === byte)
}
