import { crc32 } from 'node:zlib'
import { KVError } from '../kv-error.js'

const sumBytes = 4

/** A record with a checksum of its key and of itself before it. */
export function seal(key: Uint8Array, record: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(sumBytes + record.length)
  sealed.writeUInt32BE(checksum(key, record))
  sealed.set(record, sumBytes)
  return sealed
}

/** The record within, which shares its memory. Throws `Corrupt` where a byte of key or record has changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  if (!isSealed(key, bytes)) throw new KVError('Corrupt', `the record ${printableKey(key)} has changed`)
  return bytes.subarray(sumBytes)
}

/** Whether a record has the checksum of itself and its key. */
export function isSealed(key: Uint8Array, sealed: Uint8Array): boolean {
  if (sealed.length < sumBytes) return false
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  return bytes.readUInt32BE(0) === checksum(key, bytes.subarray(sumBytes))
}

function checksum(key: Uint8Array, record: Uint8Array): number {
  return crc32(record, crc32(key))
}

function printableKey(key: Uint8Array): string {
  return JSON.stringify(
    Buffer.from(key)
      .toString('latin1')
      .replace(/[^ -~]+/g, ' ')
      .trim(),
  )
}
