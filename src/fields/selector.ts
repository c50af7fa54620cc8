/** Values of an object by field name, for field selectors; an absent value means the empty text. */
export type FieldSet = Readonly<Record<string, string>>

/** One condition of a field selector. */
export interface Requirement {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/**
 * Rewrites the field and the value of one requirement; both empty drops the requirement. It may throw to refuse a field.
 */
export type TransformFunc = (field: string, value: string) => { readonly field: string; readonly value: string }

/** Chooses objects by the values of their fields. Immutable. */
export interface Selector {
  /** Reports whether the fields meet every requirement. */
  matches(fields: FieldSet | undefined): boolean
  /** Reports whether everything matches. */
  isEmpty(): boolean
  /** The value that `field` must have to match, `undefined` when no requirement fixes it. */
  requiresExactMatch(field: string): string | undefined
  /** A selector whose requirements went through `transform`. */
  transform(transform: TransformFunc): Selector
  /** The requirements, all of which must be met; for callers that evaluate single fields. */
  requirements(): readonly Requirement[]
  /** Text that parseSelector reads back. */
  toString(): string
}
