import { isMachineryError } from '../../errors/machinery-error.js'
import { decodeBase64 } from '../../scalar/base64.js'

/** The bytes of a base64 text; none for invalid base64, which a decoder rejects. */
export function bytesOfText(text: string | null | undefined): Uint8Array {
  if (!text) return new Uint8Array()
  try {
    return decodeBase64(text)
  } catch (error) {
    if (isMachineryError(error)) return new Uint8Array()
    throw error
  }
}

/** One block of a PEM file. */
export interface PEMBlock {
  readonly type: string
  readonly hasHeaders: boolean
  readonly bytes: Uint8Array
}

/** The blocks of a PEM file, without those that Go would skip. */
export function pemBlocks(bytes: Uint8Array): PEMBlock[] {
  const lines = new TextDecoder('latin1').decode(bytes).split('\n')
  const blocks: PEMBlock[] = []
  let begin = -1
  for (const [i, line] of lines.entries()) {
    if (boundary(line, 'BEGIN') !== undefined) begin = i
    const type = boundary(line, 'END')
    if (type === undefined || begin < 0) continue
    const block = boundary(lines[begin], 'BEGIN') === type ? blockOf(type, lines.slice(begin + 1, i)) : undefined
    if (block !== undefined) blocks.push(block)
    begin = -1
  }
  return blocks
}

function boundary(line: string | undefined, word: 'BEGIN' | 'END'): string | undefined {
  const trimmed = (line ?? '').trimEnd()
  const start = `-----${word} `
  return trimmed.startsWith(start) && trimmed.endsWith('-----') && trimmed.length >= start.length + 5
    ? trimmed.slice(start.length, -5)
    : undefined
}

function blockOf(type: string, lines: readonly string[]): PEMBlock | undefined {
  const headers = lines.findIndex((line) => !line.includes(':'))
  const body = lines.slice(Math.max(0, headers)).join('').replaceAll(/\s/g, '')
  const bytes = bytesOfText(body)
  return body !== '' && bytes.length === 0 ? undefined : { type, hasHeaders: headers > 0, bytes }
}
