/** Which end of what a type allows a value comes from: the smallest (empty, zero, low bound), or the largest (long, high bound). */
export type Edge = 'smallest' | 'largest'

/** The length of a long text without its own bound: the longest DNS name. */
export const longText = 253
