import type { ConversionType } from './conversion-type.js'

/** What the caller of a conversion passed along. */
export interface ConversionMeta {
  /** Anything; `Scheme.convertToVersion` passes its target here. */
  readonly context?: unknown
}

/** What a conversion function can ask of the conversion it is part of. */
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
 * Turns a value of one type into one of another. May reuse parts of `from`: who wants nothing shared copies first.
 * `scope.convert` continues with nested values.
 */
export type ConversionFunction<From, To> = (from: From, scope: ConversionScope) => To
