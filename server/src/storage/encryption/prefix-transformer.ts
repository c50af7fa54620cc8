import type { TransformedValue, ValueTransformer } from '../value-transformer.js'

/** A transformer for the values that begin with a prefix. */
export interface PrefixTransformer {
  readonly prefix: string
  readonly transformer: ValueTransformer
}

interface Candidate {
  readonly bytes: Buffer
  readonly transformer: ValueTransformer
}

/**
 * Writes with the first transformer and reads with those whose prefix a value has; what another than the first can read is
 * stale. Source: `prefixTransformers` of k8s.io/apiserver/pkg/storage/value.
 */
export class PrefixTransformers implements ValueTransformer {
  readonly #candidates: readonly Candidate[]
  readonly #unknown: string

  /** `unknown` is the message for a value that has none of the prefixes. */
  constructor(transformers: readonly PrefixTransformer[], unknown: string) {
    this.#candidates = transformers.map(({ prefix, transformer }) => ({ bytes: Buffer.from(prefix), transformer }))
    this.#unknown = unknown
  }

  fromStorage(value: Uint8Array, key: string): TransformedValue | Promise<TransformedValue> {
    return this.#read({ value, key, errors: [] }, 0)
  }

  toStorage(data: Uint8Array, key: string): Uint8Array | Promise<Uint8Array> {
    const { bytes, transformer } = this.#candidates[0]!
    const sealed = transformer.toStorage(data, key)
    if (bytes.length === 0) return sealed
    const prefixed = (result: Uint8Array): Uint8Array => Buffer.concat([bytes, result])
    return sealed instanceof Promise ? sealed.then(prefixed) : prefixed(sealed)
  }

  #read(reading: Reading, from: number): TransformedValue | Promise<TransformedValue> {
    const { value, key, errors } = reading
    for (let at = from; at < this.#candidates.length; at++) {
      const { bytes, transformer } = this.#candidates[at]!
      if (!startsWith(value, bytes)) continue
      const later = (result: TransformedValue) => ({ data: result.data, stale: result.stale || at !== 0 })
      const failed = (error: unknown) => {
        // Without a prefix nothing says that the value was meant for this one.
        if (bytes.length > 0) errors.push(error as Error)
      }
      try {
        const result = transformer.fromStorage(value.subarray(bytes.length), key)
        if (!(result instanceof Promise)) return later(result)
        return result.then(later, (error) => {
          failed(error)
          return this.#read(reading, at + 1)
        })
      } catch (error) {
        failed(error)
      }
    }
    if (errors.length === 0) throw new Error(this.#unknown)
    throw errors.length === 1 ? errors[0] : new Error(`[${errors.map(({ message }) => message).join(', ')}]`)
  }
}

interface Reading {
  readonly value: Uint8Array
  readonly key: string
  readonly errors: Error[]
}

function startsWith(value: Uint8Array, prefix: Buffer): boolean {
  return value.length >= prefix.length && prefix.equals(value.subarray(0, prefix.length))
}
