const encoder = new TextEncoder()

/** A protobuf message on its way: fields one after another, absent ones left out. */
export class GnosticMessage {
  readonly #chunks: Uint8Array[] = []
  #size = 0

  /** Text; left out where it is empty or no text. */
  text(field: number, value: unknown): this {
    return typeof value === 'string' && value !== '' ? this.#bytes(field, encoder.encode(value)) : this
  }

  texts(field: number, values: unknown): this {
    if (Array.isArray(values)) for (const value of values) this.#bytes(field, encoder.encode(String(value)))
    return this
  }

  bool(field: number, value: unknown): this {
    return value === true ? this.#push(varint(field * 8), Uint8Array.of(1)) : this
  }

  integer(field: number, value: unknown): this {
    return typeof value === 'number' && value > 0 ? this.#push(varint(field * 8), varint(value)) : this
  }

  double(field: number, value: unknown): this {
    return typeof value !== 'number' || value === 0 ? this : this.chosenDouble(field, value)
  }

  /** A member of a choice, which is there even where it is zero. */
  chosenText(field: number, value: string): this {
    return this.#bytes(field, encoder.encode(value))
  }

  /** As {@link chosenText}. */
  chosenBool(field: number, value: boolean): this {
    return this.#push(varint(field * 8), Uint8Array.of(value ? 1 : 0))
  }

  /** As {@link chosenText}. */
  chosenDouble(field: number, value: number): this {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    return this.#push(varint(field * 8 + 1), bytes)
  }

  message(field: number, value: GnosticMessage | undefined): this {
    return value === undefined ? this : this.#bytes(field, value.finish())
  }

  messages(field: number, values: Iterable<GnosticMessage>): this {
    for (const value of values) this.message(field, value)
    return this
  }

  finish(): Uint8Array {
    return this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks, this.#size)
  }

  #bytes(field: number, value: Uint8Array): this {
    return this.#push(varint(field * 8 + 2), varint(value.length), value)
  }

  #push(...chunks: readonly Uint8Array[]): this {
    for (const chunk of chunks) {
      this.#chunks.push(chunk)
      this.#size += chunk.length
    }
    return this
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  bytes.push(rest)
  return Uint8Array.from(bytes)
}
