import { Optional } from '@marcbachmann/cel-js'

/** Makes CEL's optional values. */
export interface OptionalFactory {
  /** An optional that holds a value, or none for undefined. */
  of(value: unknown): unknown
}

/** The optionals of the library. */
export const optionalValues: OptionalFactory = { of: (value) => Optional.of(value) }
