const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** The 32-bit FNV-1a hash of bytes; `from` goes on where another hash ended. Source: hash/fnv of Go. */
export function fnv32a(bytes: Uint8Array, from: number = offsetBasis): number {
  let hash = from
  for (const byte of bytes) hash = Math.imul(hash ^ byte, prime)
  return hash >>> 0
}
