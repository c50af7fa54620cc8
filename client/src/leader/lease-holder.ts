import { hostname } from 'node:os'

/** A new identity for an election, as client-go's programs make it: the host name, in a pod its name, and a random part. */
export function newLeaseHolder(host: string = hostname()): string {
  return `${host}_${crypto.randomUUID()}`
}
