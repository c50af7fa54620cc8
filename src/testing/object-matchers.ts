/** The methods that `expect.extend(matchers)` adds to the result of `expect`; `R` is their return type. */
export interface ObjectMatchers<R = void> {
  /** The object is of the same kind as another one and semantically equal: quantities `1` and `1000m` are equal. */
  toEqualObject(expected: object): R
  /** A function that throws, or an error that is, a `StatusError` of this reason. */
  toFailWithReason(reason: string): R
}
