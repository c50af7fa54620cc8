import type { JSONValue } from '../../../descriptor/types.js'
import { retainClassInstance } from '../../../internal/retain-class-instance.js'
import { WireWriter } from './wire-writer.js'

/** `FieldsV1` nests as deep as the fields of an object; what is deeper is for the general writer. */
const maxDepth = 100

const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Writes the JSON text of a `FieldsV1`, objects in objects, with the bytes of `JSON.stringify` but without the text
 * between. False, with nothing written, for any other value, which is then for the general writer.
 */
export function writeFields(writer: WireWriter, value: JSONValue): boolean {
  retainClassInstance(FieldsWriter, () => new FieldsWriter(new WireWriter()))
  const before = writer.length
  if (new FieldsWriter(writer).object(value, 0)) return true
  writer.truncate(before)
  return false
}

class FieldsWriter {
  private readonly writer: WireWriter
  /** Keys and values of all objects being written. */
  private readonly keys: string[] = []
  private readonly values: unknown[] = []
  private top = 0

  constructor(writer: WireWriter) {
    this.writer = writer
  }

  object(value: unknown, depth: number): boolean {
    if (depth > maxDepth || !isPlainObject(value)) return false
    const { writer } = this
    const base = this.top
    for (const key in value) {
      this.keys[this.top] = key
      this.values[this.top++] = value[key]
    }
    writer.byte(closeBrace)
    while (this.top > base) {
      const key = this.keys[--this.top]!
      if (!this.object(this.values[this.top], depth + 1)) return false
      writer.byte(colon)
      if (!writer.quoted(key)) return false
      if (this.top > base) writer.byte(comma)
    }
    writer.byte(openBrace)
    return true
  }
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
