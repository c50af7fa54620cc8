import type { TransformedValue, ValueTransformer } from '../value-transformer.js'
import { EncryptionError } from './encryption-error.js'
import type { EncryptionObserver } from './encryption-observer.js'

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
  readonly #observe: EncryptionObserver['transformed'] | undefined

  /** `unknown` is the message for a value that has none of the prefixes. */
  constructor(transformers: readonly PrefixTransformer[], unknown: string, observer?: EncryptionObserver) {
    this.#observe = observer?.transformed
    this.#candidates = transformers.map(({ prefix, transformer }) => ({ bytes: Buffer.from(prefix), transformer }))
    this.#unknown = unknown
  }

  fromStorage(value: Uint8Array, key: string, resource = ''): TransformedValue | Promise<TransformedValue> {
    return this.#read({ value, key, resource, errors: [], start: performance.now() }, 0)
  }

  toStorage(data: Uint8Array, key: string, resource = ''): Uint8Array | Promise<Uint8Array> {
    const { bytes, transformer } = this.#candidates[0]!
    const start = performance.now()
    const report = (error?: unknown): void =>
      this.#observe?.({
        resource,
        type: 'to_storage',
        prefix: bytes.toString(),
        seconds: (performance.now() - start) / 1000,
        error,
      })
    let sealed: Uint8Array | Promise<Uint8Array>
    try {
      sealed = transformer.toStorage(data, key, resource)
    } catch (error) {
      report(error)
      throw error
    }
    if (sealed instanceof Promise) sealed.then(() => report(), report)
    else report()
    if (bytes.length === 0) return sealed
    const prefixed = (result: Uint8Array): Uint8Array => Buffer.concat([bytes, result])
    return sealed instanceof Promise ? sealed.then(prefixed) : prefixed(sealed)
  }

  #read(reading: Reading, from: number): TransformedValue | Promise<TransformedValue> {
    const { value, key, errors, resource, start } = reading
    const report = (prefix: string, error?: unknown): void =>
      this.#observe?.({ resource, type: 'from_storage', prefix, seconds: (performance.now() - start) / 1000, error })
    for (let at = from; at < this.#candidates.length; at++) {
      const { bytes, transformer } = this.#candidates[at]!
      if (!startsWith(value, bytes)) continue
      const later = (result: TransformedValue): TransformedValue => {
        report(bytes.length === 0 ? 'identity' : bytes.toString())
        return { data: result.data, stale: result.stale || at !== 0 }
      }
      const failed = (error: unknown) => {
        // Without a prefix nothing says that the value was meant for this one.
        if (bytes.length === 0) return
        report(bytes.toString(), error)
        errors.push(error as Error)
      }
      try {
        const result = transformer.fromStorage(value.subarray(bytes.length), key, resource)
        if (!(result instanceof Promise)) return later(result)
        return result.then(later, (error) => {
          failed(error)
          return this.#read(reading, at + 1)
        })
      } catch (error) {
        failed(error)
      }
    }
    if (errors.length === 0) {
      const error = new EncryptionError('InvalidValue', this.#unknown)
      report('unknown', error)
      throw error
    }
    throw errors.length === 1
      ? errors[0]
      : new EncryptionError('InvalidValue', `[${errors.map(({ message }) => message).join(', ')}]`)
  }
}

interface Reading {
  readonly value: Uint8Array
  readonly key: string
  readonly resource: string
  readonly errors: Error[]
  readonly start: number
}

function startsWith(value: Uint8Array, prefix: Buffer): boolean {
  return value.length >= prefix.length && prefix.equals(value.subarray(0, prefix.length))
}
