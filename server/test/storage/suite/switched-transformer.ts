import type { TransformedValue, ValueTransformer } from '@apimachinery/server/storage'

/** Puts a prefix before values, as encryption does; the prefix can be changed, and values be called stale. */
export class SwitchedTransformer implements ValueTransformer {
  prefix = 'plain:'
  stale = false
  /** If set, thrown for every value that is read. */
  failure: Error | undefined

  fromStorage(value: Uint8Array): TransformedValue {
    if (this.failure !== undefined) throw this.failure
    const text = Buffer.from(value).toString('latin1', 0, this.prefix.length)
    if (text !== this.prefix) throw new Error(`invalid prefix: ${text}`)
    return { data: value.subarray(this.prefix.length), stale: this.stale }
  }

  toStorage(data: Uint8Array): Uint8Array {
    return Buffer.concat([Buffer.from(this.prefix, 'latin1'), data])
  }
}
