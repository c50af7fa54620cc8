import { concatBytes } from '../../../internal/bytes.js'
import { decodeUtf8, encodeUtf8 } from '../../../internal/utf8.js'
import { envelopePrefix, rawTag, typeMetaTag } from '../protobuf/envelope-format.js'
import { WireWriter } from '../protobuf/wire-writer.js'

/**
 * Assembles the parts of a list that were read, with some of its items or none: a small list that the usual decoders read,
 * with all their rules for lists and items.
 */
export interface ListAssembler {
  /** Adds a part of the list that is not an item. */
  add(name: string, content: Uint8Array): void
  /** Size of the parts that were added, in bytes. */
  readonly size: number
  /** Whether the kind of the list is known. */
  readonly knowsKind: boolean
  /** Whether what Go calls list metadata was added. */
  readonly hasMetadata: boolean
  /** A list with items as they were in the stream, one after another, and nothing else. */
  withItems(items: Uint8Array): Uint8Array
  /** A list with everything that was added, and no items. */
  withoutItems(): Uint8Array
}

/** A list in JSON. */
export class JSONListAssembler implements ListAssembler {
  readonly #members: string[] = []
  readonly #kind = new Map<string, string>()
  #hasItems = false
  size = 0
  hasMetadata = false

  get knowsKind(): boolean {
    return this.#kind.size === 2
  }

  add(name: string, content: Uint8Array): void {
    this.size += content.length
    const text = decodeUtf8(content)
    this.#members.push(text)
    if (name === 'kind' || name === 'apiVersion') this.#kind.set(name, text)
    if (name === 'metadata') this.hasMetadata = true
    if (name === 'items') this.#hasItems = true
  }

  withItems(items: Uint8Array): Uint8Array {
    const head = [...this.#kind.values(), '"items":['].join(',')
    return concatBytes([encodeUtf8(`{${head}`), items, encodeUtf8(']}')])
  }

  withoutItems(): Uint8Array {
    const members = this.#hasItems ? this.#members : [...this.#members, '"items":[]']
    return encodeUtf8(`{${members.join(',')}}`)
  }
}

/** Field of a list that holds its metadata. */
const metadataField = '1'

/** A list in protobuf, in its envelope. */
export class ProtobufListAssembler implements ListAssembler {
  readonly #envelope: Uint8Array[] = []
  readonly #fields: Uint8Array[] = []
  size = 0
  knowsKind = false
  hasMetadata = false

  add(name: string, content: Uint8Array): void {
    this.size += content.length
    // A copy, so that the chunk can be freed.
    const own = content.slice()
    if (name === 'envelope') {
      this.#envelope.push(own)
      if (own[0] === typeMetaTag) this.knowsKind = true
      return
    }
    this.#fields.push(own)
    if (name === metadataField) this.hasMetadata = true
  }

  withItems(items: Uint8Array): Uint8Array {
    return this.#around(items)
  }

  withoutItems(): Uint8Array {
    return this.#around(concatBytes(this.#fields))
  }

  #around(list: Uint8Array): Uint8Array {
    const head = new WireWriter(16)
    head.varint(list.length)
    head.byte(rawTag)
    return concatBytes([envelopePrefix, ...this.#envelope, head.finish(), list])
  }
}
