/** One element of a text in DER. */
export interface DERElement {
  readonly tag: number
  /** Where its content starts and ends. */
  readonly start: number
  readonly end: number
}

/** The elements inside another one; what does not fit is left out. */
export function childrenOf(der: Uint8Array, { start, end }: DERElement): DERElement[] {
  const children: DERElement[] = []
  for (let at = start; at < end; ) {
    const child = elementAt(der, at)
    if (child.end > end) break
    children.push(child)
    at = child.end
  }
  return children
}

/** The outermost element: of a certificate, its parts are what is signed, the algorithm, and the signature. */
export function partsOf(der: Uint8Array): DERElement[] {
  const [outermost] = childrenOf(der, { tag: 0, start: 0, end: der.length })
  return outermost === undefined ? [] : childrenOf(der, outermost)
}

/** The content of an element. */
export function hexOf(der: Uint8Array, { start, end }: DERElement): string {
  return Buffer.from(der.subarray(start, end)).toString('hex')
}

function elementAt(der: Uint8Array, at: number): DERElement {
  const tag = der[at] ?? 0
  const first = der[at + 1] ?? 0
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  let length = 0
  for (let index = 0; index < count; index++) length = length * 256 + (der[at + 2 + index] ?? 0)
  return { tag, start: at + 2 + count, end: at + 2 + count + length }
}
