import { Http2Error } from './http2-error.js'

/** Bits of the code of each byte, and of the end. The codes follow from them. Source: RFC 7541, appendix B. */
// biome-ignore format: a table
const lengths = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  30,
]
const endOfString = 256
const longest = 30

/** For each length: its first code, the number of its codes, and where its bytes begin in {@link symbols}. */
interface CodesOfLength {
  readonly first: number
  readonly count: number
  readonly offset: number
}

const symbols = lengths.map((_, symbol) => symbol).sort((a, b) => lengths[a]! - lengths[b]! || a - b)
const codes = /* @__PURE__ */ canonicalCodes()

function canonicalCodes(): readonly CodesOfLength[] {
  const table: CodesOfLength[] = []
  let code = 0
  let offset = 0
  for (let length = 0; length <= longest; length++) {
    const count = lengths.filter((each) => each === length).length
    table.push({ first: code, count, offset })
    code = (code + count) * 2
    offset += count
  }
  return table
}

/** The text of bytes in the code of HPACK. Throws an {@link Http2Error} where they are not in it. */
export function decodeHuffman(bytes: Uint8Array): string {
  const text: number[] = []
  let code = 0
  let length = 0
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1)
      length++
      const { first, count, offset } = codes[length]!
      if (code - first < count) {
        const symbol = symbols[offset + code - first]!
        if (symbol === endOfString) throw invalid('an end inside of a text')
        text.push(symbol)
        code = 0
        length = 0
      }
    }
  }
  if (length > 7 || code !== 2 ** length - 1) throw invalid('a text with wrong padding')
  return Buffer.from(text).toString('latin1')
}

function invalid(what: string): Http2Error {
  return new Http2Error('COMPRESSION_ERROR', what)
}
