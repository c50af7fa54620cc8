import type { FillerOptions } from './filler.js'

/** How many random objects of each kind are tried where nothing else is said. */
export const defaultRounds = 200

/** The ends of what a type allows: nothing but what is required, everything and empty, everything and large. */
const boundaries: readonly FillerOptions[] = [
  { share: 0, edge: 'smallest' },
  { share: 1, edge: 'smallest' },
  { share: 1, edge: 'largest', maxDepth: 4 },
]

/** How the object of a round is filled: the boundaries come first, then random values with some from an end. */
export function fillingOf(options: FillerOptions, round: number): FillerOptions {
  const seed = (options.seed ?? 1) + round
  return { edges: 0.1, ...options, ...boundaries[round], seed }
}
