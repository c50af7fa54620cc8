import { safeEncode } from '../pod-control/safe-encode.js'

const [offset, prime] = [0x81_1c_9d_c5, 0x01_00_01_93]
/** The longest beginning of a name that leaves room for the hash. */
const longestPrefix = 223

/** The hash of a revision by its text, and by how many others had the same. Source: `HashControllerRevision` of Kubernetes. */
export function revisionHash(data: string, collisions?: number): string {
  const bytes = new TextEncoder().encode(collisions === undefined ? data : data + collisions)
  return safeEncode(String(fnv32(bytes)))
}

/** The name of a revision of an object. Source: `ControllerRevisionName` of Kubernetes. */
export function revisionName(owner: string, hash: string): string {
  return `${owner.slice(0, longestPrefix)}-${hash}`
}

/** FNV-1 of 32 bits. */
function fnv32(bytes: Uint8Array): number {
  let hash = offset
  for (const byte of bytes) hash = (Math.imul(hash, prime) ^ byte) >>> 0
  return hash >>> 0
}
