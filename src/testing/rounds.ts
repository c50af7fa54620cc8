import type { FillerOptions } from './filler.js'

/** How many objects of each kind are tried where nothing else is said. */
export const defaultRounds = 200

/** By seed the ends of what a type allows: nothing but what is required, everything and empty, everything and large. */
const boundaries: Readonly<Record<number, FillerOptions>> = {
  1: { share: 0, edge: 'smallest' },
  2: { share: 1, edge: 'smallest' },
  3: { share: 1, edge: 'largest' },
}

/** How the object of a seed is filled: seeds 1 to 3 are the boundaries, the others random with some values from an end. */
export function fillingOf(options: FillerOptions, seed: number): FillerOptions {
  return { edges: 0.1, ...options, ...boundaries[seed], seed }
}
