import type { ConversionType } from './conversion-type.js'

/** Context that the caller of a conversion passes to its functions. */
export interface ConversionMeta {
  /** Anything; `Scheme.convertToVersion` passes its target here. */
  readonly context?: unknown
}

/** What a conversion function can use of the conversion that called it. */
export interface ConversionScope {
  readonly meta: ConversionMeta
  /**
   * Converts a nested value with the same converter. The type of `value` is its class; for a plain object it is named by
   * `from`. Asking for the very pair being converted would not end and is refused.
   *
   * @throws ConversionError
   */
  convert<T>(value: object, to: ConversionType<T>, from?: ConversionType): T
}

/**
 * Converts a value of one type to another. The result may reuse parts of `from`; copy `from` first to avoid that. Use
 * `scope.convert` for nested values.
 */
export type ConversionFunction<From, To> = (from: From, scope: ConversionScope) => To
