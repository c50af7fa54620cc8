import type { FillerOptions } from './filler.js'

/** How many objects of each kind are tried by default. */
export const defaultRounds = 200

/** Boundaries by seed: only required fields; all fields, empty; all fields, large; all fields, half of the optional ones null. */
const boundaries: Readonly<Record<number, FillerOptions>> = {
  1: { share: 0, edge: 'smallest' },
  2: { share: 1, edge: 'smallest' },
  3: { share: 1, edge: 'largest' },
  4: { share: 1, nulls: 0.5 },
}

/** How the object of a seed is filled: seeds 1 to 4 are the boundaries; the others are random, with some boundary values. */
export function fillingOf(options: FillerOptions, seed: number): FillerOptions {
  return { edges: 0.1, nulls: 0.05, ...options, ...boundaries[seed], seed }
}
