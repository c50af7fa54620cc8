/** The methods that `expect.extend(matchers)` adds to what `expect` gives; `R` is what they give back. */
export interface ObjectMatchers<R = void> {
  /** The object is of the same kind as another one and says the same by meaning: quantities `1` and `1000m` are equal. */
  toEqualObject(expected: object): R
  /** A function that throws, or an error that is, a `StatusError` of this reason. */
  toFailWithReason(reason: string): R
}
