/** One element of DER: its tag, what it holds, and where the next one begins. */
interface Element {
  readonly tag: number
  readonly content: Uint8Array
  readonly end: number
}

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
  const [list] = value === undefined ? [] : (elementsOf(value.content) ?? [])
  const [first] = list?.tag === sequence ? (elementsOf(list.content) ?? []) : []
  const isAuthority = first?.tag === boolean && first.content[0] === 0xff
  return isAuthority ? undefined : 'does not have the CA bit set'
}

/** The extensions of a certificate; undefined for what is none. */
function extensionsOf(der: Uint8Array): Element[][] | undefined {
  const [certificate] = elementsOf(der) ?? []
  if (certificate?.tag !== sequence || certificate.end !== der.length) return undefined
  const parts = elementsOf(certificate.content)
  const [body, algorithm, signature] = parts ?? []
  if (body?.tag !== sequence || algorithm?.tag !== sequence || signature === undefined) return undefined
  const fields = elementsOf(body.content)
  // Serial number, algorithm, issuer, validity, subject and key are always there.
  if (fields === undefined || fields.length < 6) return undefined
  const [list] = elementsOf(fields.find(({ tag }) => tag === extensionsTag)?.content ?? new Uint8Array()) ?? []
  const extensions = elementsOf(list?.content ?? new Uint8Array())?.map(({ content }) => elementsOf(content))
  return extensions?.every((extension) => extension !== undefined) ? (extensions as Element[][]) : undefined
}

function isBasicConstraints([id]: readonly Element[]): boolean {
  if (id?.tag !== objectIdentifier) return false
  const { content } = id
  return content.length === basicConstraints.length && basicConstraints.every((byte, i) => content[i] === byte)
}

/** The elements one after another; undefined where they do not fit. */
function elementsOf(bytes: Uint8Array): Element[] | undefined {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at)
    if (element === undefined) return undefined
    elements.push(element)
    at = element.end
  }
  return elements
}

function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const [tag, first] = bytes.subarray(at, at + 2)
  if (tag === undefined || first === undefined) return undefined
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 4 || first === 0x80) return undefined
  const start = at + 2 + count
  const length = count === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = start + length
  return end <= bytes.length ? { tag, content: bytes.subarray(start, end), end } : undefined
}
