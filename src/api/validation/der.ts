/** One element of DER: its tag, what it holds, and where the next one begins. */
export interface DERElement {
  readonly tag: number
  readonly content: Uint8Array
  readonly end: number
}

const sequence = 0x30

/** The elements one after another; undefined where they do not fit. */
export function derElements(bytes: Uint8Array): DERElement[] | undefined {
  const elements: DERElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at)
    if (element === undefined) return undefined
    elements.push(element)
    at = element.end
  }
  return elements
}

/** Reports whether the bytes begin with an ASN.1 SEQUENCE that they hold whole. */
export function isSequence(bytes: Uint8Array): boolean {
  return elementAt(bytes, 0)?.tag === sequence
}

/** Reports whether the bytes are one ASN.1 SEQUENCE and nothing else. */
export function isOneSequence(bytes: Uint8Array): boolean {
  const element = elementAt(bytes, 0)
  return element?.tag === sequence && element.end === bytes.length
}

function elementAt(bytes: Uint8Array, at: number): DERElement | undefined {
  const [tag, first] = bytes.subarray(at, at + 2)
  if (tag === undefined || first === undefined) return undefined
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 4 || first === 0x80) return undefined
  const start = at + 2 + count
  const length = count === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
  const end = start + length
  return end <= bytes.length ? { tag, content: bytes.subarray(start, end), end } : undefined
}
