/** The least and the most of a size or a cost. What does not fit 64 bits counts as {@link most}. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** The largest number of 64 bits, as near as a float gets. */
export const most: number = 2 ** 64

/** Nothing is known. */
export const unknownRange: Range = { min: 0, max: most }

/** Exactly so much. */
export function exactly(value: number): Range {
  return { min: value, max: value }
}

/** The sum. */
export function plus(a: Range, b: Range): Range {
  return { min: capped(a.min + b.min), max: capped(a.max + b.max) }
}

/** The product. */
export function times(a: Range, b: Range): Range {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) }
}

/** A multiple of a cost, rounded up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: capped(Math.ceil(min * factor)), max: capped(Math.ceil(max * factor)) }
}

/** The range that covers both alternatives. */
export function either(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) }
}

/** The product of two costs. */
export function product(a: number, b: number): number {
  return capped(a * b)
}

function capped(value: number): number {
  return Math.min(value, most)
}
