import type { HeaderField } from './header-field.js'
import { Http2Error } from './http2-error.js'
import { decodeHuffman } from './huffman.js'
import { staticTable } from './static-table.js'

/** Bytes that a table may have where nothing else is agreed, and what each field counts beside its text. */
const tableSize = 4096
const fieldOverhead = 32

/** Reads the headers of one connection, which refer to earlier ones. Source: RFC 7541. */
export class HeaderDecoder {
  /** The newest field is the last one. */
  #fields: HeaderField[] = []
  #size = 0
  #limit = tableSize
  #block: Uint8Array = new Uint8Array(0)
  #at = 0

  /** The fields of a block. Throws an {@link Http2Error}, after which the connection is of no use. */
  decode(block: Uint8Array): HeaderField[] {
    this.#block = block
    this.#at = 0
    const found: HeaderField[] = []
    while (this.#at < block.length) {
      const byte = block[this.#at]!
      if (byte >= 0x80) found.push(this.#field(this.#integer(7)))
      else if (byte >= 0x40) {
        const field = this.#literal(6)
        this.#add(field)
        found.push(field)
      } else if (byte >= 0x20) this.#resize(this.#integer(5), found.length)
      else found.push(this.#literal(4))
    }
    return found
  }

  #field(index: number): HeaderField {
    const field = index <= staticTable.length ? staticTable[index - 1] : this.#fields.at(staticTable.length - index)
    if (field === undefined) throw invalid(`no field has the number ${index}`)
    return field
  }

  #literal(bits: number): HeaderField {
    const index = this.#integer(bits)
    const name = index === 0 ? this.#text() : this.#field(index)[0]
    return [name, this.#text()]
  }

  #text(): string {
    const isHuffman = (this.#block[this.#at] ?? 0) >= 0x80
    const length = this.#integer(7)
    const end = this.#at + length
    if (end > this.#block.length) throw invalid('a text without its end')
    const bytes = this.#block.subarray(this.#at, end)
    this.#at = end
    if (isHuffman) return decodeHuffman(bytes)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }

  #integer(bits: number): number {
    const most = 2 ** bits - 1
    let value = this.#byte() & most
    if (value < most) return value
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 0x7f) * factor
      if (value > 0xffffffff) throw invalid('a number that is too large')
      if (byte < 0x80) return value
      if (factor > 2 ** 28) throw invalid('a number that is too long')
    }
  }

  #byte(): number {
    const byte = this.#block[this.#at++]
    if (byte === undefined) throw invalid('a field without its end')
    return byte
  }

  #resize(limit: number, found: number): void {
    if (limit > tableSize || found > 0) throw invalid('a table of another size than was agreed')
    this.#limit = limit
    this.#evict()
  }

  #add(field: HeaderField): void {
    this.#fields.push(field)
    this.#size += sizeOf(field)
    this.#evict()
  }

  #evict(): void {
    let count = 0
    while (this.#size > this.#limit) this.#size -= sizeOf(this.#fields[count++]!)
    if (count > 0) this.#fields.splice(0, count)
  }
}

function sizeOf([name, value]: HeaderField): number {
  return name.length + value.length + fieldOverhead
}

function invalid(what: string): Http2Error {
  return new Http2Error('COMPRESSION_ERROR', what)
}
