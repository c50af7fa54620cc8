import { type WireWriter, written } from 'apimachinery/runtime/serializer/protobuf'

/** A protobuf message on its way: fields one after another, absent ones left out. */
export class GnosticMessage {
  readonly #fields: ((writer: WireWriter) => void)[] = []

  /** Text; left out where it is empty or no text. */
  text(field: number, value: unknown): this {
    return typeof value === 'string' && value !== '' ? this.chosenText(field, value) : this
  }

  texts(field: number, values: unknown): this {
    if (Array.isArray(values)) for (const value of values) this.chosenText(field, String(value))
    return this
  }

  bool(field: number, value: unknown): this {
    return value === true ? this.chosenBool(field, true) : this
  }

  integer(field: number, value: unknown): this {
    return typeof value === 'number' && value > 0 ? this.#field(field * 8, (writer) => writer.varint(value)) : this
  }

  double(field: number, value: unknown): this {
    return typeof value !== 'number' || value === 0 ? this : this.chosenDouble(field, value)
  }

  /** A member of a choice, which is there even where it is zero. */
  chosenText(field: number, value: string): this {
    return this.#field(field * 8 + 2, (writer) => writer.string(value))
  }

  /** As {@link chosenText}. */
  chosenBool(field: number, value: boolean): this {
    return this.#field(field * 8, (writer) => writer.byte(value ? 1 : 0))
  }

  /** As {@link chosenText}. */
  chosenDouble(field: number, value: number): this {
    return this.#field(field * 8 + 1, (writer) => writer.double(value))
  }

  message(field: number, value: GnosticMessage | undefined): this {
    if (value === undefined) return this
    return this.#field(field * 8 + 2, (writer) => {
      const before = writer.length
      value.#write(writer)
      writer.varint(writer.length - before)
    })
  }

  messages(field: number, values: Iterable<GnosticMessage>): this {
    for (const value of values) this.message(field, value)
    return this
  }

  finish(): Uint8Array {
    return written((writer) => this.#write(writer))
  }

  #field(tag: number, write: (writer: WireWriter) => void): this {
    this.#fields.push((writer) => {
      write(writer)
      writer.varint(tag)
    })
    return this
  }

  /** From the last field to the first: the writer goes backwards. */
  #write(writer: WireWriter): void {
    for (let index = this.#fields.length - 1; index >= 0; index--) this.#fields[index]?.(writer)
  }
}
