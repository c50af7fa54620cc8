const offset = 0x6c62272e07bb014262b821756295c58dn
const prime = 0x0000000001000000000000000000013bn
const mask = (1n << 128n) - 1n

/** The FNV-1a hash of 128 bits of a text, as 32 hexadecimal digits. Source: `New128a` of Go's hash/fnv. */
export function fnv128a(text: string): string {
  let hash = offset
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * prime) & mask
  return hash.toString(16).padStart(32, '0')
}
