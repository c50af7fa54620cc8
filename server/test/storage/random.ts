/** Numbers from a seed, the same each time. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 3266489917) >>> 0
    return mixed % below
  }
}
