import { MachineryError } from 'apimachinery/errors'
import { joinBytes } from '../transport/join-bytes.js'

/** A file, folder or link of a tar archive. */
export interface TarEntry {
  readonly name: string
  readonly type: 'file' | 'folder' | 'link'
  /** Permissions: `0o644`. */
  readonly mode: number
  /** Seconds since 1970. */
  readonly modified: number
  /** Where a link leads. */
  readonly target: string
  readonly content: Uint8Array
}

/** An entry for {@link writeTar}: a name, and content unless it is a folder. */
export type TarInput = Pick<TarEntry, 'name'> & Partial<Omit<TarEntry, 'name'>>

const block = 512
const types = { file: '0', link: '2', folder: '5' } as const
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Writes an archive: ustar, with pax headers for names that are too long for it. */
export async function* writeTar(
  entries: Iterable<TarInput> | AsyncIterable<TarInput>,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const { name, type = 'file', mode, modified = 0, target = '', content = new Uint8Array(0) } of entries) {
    const records = [
      ...(encoder.encode(name).length > 100 ? [paxRecord('path', name)] : []),
      ...(encoder.encode(target).length > 100 ? [paxRecord('linkpath', target)] : []),
    ]
    if (records.length > 0) {
      const data = encoder.encode(records.join(''))
      yield header({ name: 'PaxHeaders/x', flag: 'x', mode: 0o644, modified, target: '', size: data.length })
      yield padded(data)
    }
    const defaultMode = type === 'folder' ? 0o755 : 0o644
    const size = type === 'file' ? content.length : 0
    yield header({ name, flag: types[type], mode: mode ?? defaultMode, modified, target, size })
    if (size > 0) yield padded(content)
  }
  yield new Uint8Array(2 * block)
}

interface HeaderFacts {
  readonly name: string
  readonly flag: string
  readonly mode: number
  readonly modified: number
  readonly target: string
  readonly size: number
}

function header({ name, flag, mode, modified, target, size }: HeaderFacts): Uint8Array {
  const bytes = new Uint8Array(block)
  const put = (text: string, offset: number, length: number): void =>
    bytes.set(encoder.encode(text).subarray(0, length), offset)
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`
  put(name, 0, 100)
  put(octal(mode & 0o7777, 8), 100, 8)
  put(octal(0, 8), 108, 8)
  put(octal(0, 8), 116, 8)
  put(octal(size, 12), 124, 12)
  put(octal(Math.max(0, Math.floor(modified)), 12), 136, 12)
  put('        ', 148, 8)
  put(flag, 156, 1)
  put(target, 157, 100)
  put('ustar\u000000', 257, 8)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return bytes
}

function padded(content: Uint8Array): Uint8Array {
  const rest = content.length % block
  return rest === 0 ? content : joinBytes([content, new Uint8Array(block - rest)])
}

function paxRecord(key: string, value: string): string {
  const body = ` ${key}=${value}\n`
  const length = encoder.encode(body).length
  let total = length + String(length).length
  if (String(total).length !== String(length).length) total = length + String(total).length
  return `${total}${body}`
}

/**
 * Reads an archive as it comes, entry by entry, each with its content. Names that would lead out of a folder (absolute ones and
 * those with `..`) are refused.
 *
 * @throws MachineryError `InvalidTar`
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, undefined> {
  const reader = new BlockReader(chunks)
  let overrides: ReadonlyMap<string, string> = new Map()
  for (;;) {
    const head = await reader.take(block)
    if (head === undefined || head.every((byte) => byte === 0)) return
    checkSum(head)
    const size = octalAt(head, 124, 12)
    const content =
      size === 0
        ? new Uint8Array(0)
        : ((await reader.take(Math.ceil(size / block) * block))?.subarray(0, size) ?? fail('unexpected end'))
    const flag = String.fromCharCode(head[156] ?? 0)
    if (flag === 'x') overrides = paxRecords(content)
    else if (flag === 'L') overrides = new Map([['path', headerText(content)]])
    else if (flag !== 'g') {
      yield entryOf(head, content, { flag, overrides })
      overrides = new Map()
    }
  }
}

function entryOf(
  head: Uint8Array,
  content: Uint8Array,
  { flag, overrides }: { readonly flag: string; readonly overrides: ReadonlyMap<string, string> },
): TarEntry {
  const prefix = headerText(head.subarray(345, 500))
  const short = headerText(head.subarray(0, 100))
  const name = overrides.get('path') ?? (prefix === '' ? short : `${prefix}/${short}`)
  if (name.startsWith('/') || name.split('/').includes('..'))
    fail(`the name ${JSON.stringify(name)} leads out of the folder`)
  const type = flag === '5' ? 'folder' : flag === '2' || flag === '1' ? 'link' : 'file'
  const target = overrides.get('linkpath') ?? headerText(head.subarray(157, 257))
  return { name, type, mode: octalAt(head, 100, 8), modified: octalAt(head, 136, 12), target, content }
}

function paxRecords(content: Uint8Array): ReadonlyMap<string, string> {
  const records = new Map<string, string>()
  let offset = 0
  while (offset < content.length) {
    const space = content.indexOf(32, offset)
    const length = Number(decoder.decode(content.subarray(offset, space)))
    if (space < 0 || !Number.isInteger(length) || length <= 0) fail('a pax header is malformed')
    const [, key = '', value = ''] =
      /^([^=]*)=([\s\S]*)\n$/.exec(decoder.decode(content.subarray(space + 1, offset + length))) ?? []
    records.set(key, value)
    offset += length
  }
  return records
}

function octalAt(head: Uint8Array, offset: number, length: number): number {
  const text = headerText(head.subarray(offset, offset + length)).trim()
  if (!/^[0-7]*$/.test(text)) fail('a number is malformed')
  return text === '' ? 0 : Number.parseInt(text, 8)
}

function checkSum(head: Uint8Array): void {
  const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (sum !== octalAt(head, 148, 8)) fail('the checksum is wrong')
}

function headerText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end))
}

function fail(why: string): never {
  throw new MachineryError('InvalidTar', `tar: ${why}`)
}

/** Splits a stream into pieces of the requested lengths. */
class BlockReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #pieces: Uint8Array[] = []
  #length = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The given number of bytes; undefined at the end of the stream. */
  async take(length: number): Promise<Uint8Array | undefined> {
    while (this.#length < length) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return this.#length === 0 ? undefined : fail('unexpected end')
      this.#pieces.push(value)
      this.#length += value.length
    }
    const all = joinBytes(this.#pieces)
    this.#pieces = [all.subarray(length)]
    this.#length = all.length - length
    return all.subarray(0, length)
  }
}
