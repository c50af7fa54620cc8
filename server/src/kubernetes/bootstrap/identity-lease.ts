import { createHash, randomUUID } from 'node:crypto'
import type { Client } from '@apimachinery/client'
import { Lease } from 'apimachinery/api/coordination/v1'
import { isAlreadyExists, isNotFound } from 'apimachinery/errors'
import { microTimeFromDate } from 'apimachinery/scalar'

const namespace = 'kube-system'
const identity = 'apiserver.kubernetes.io/identity'
const component = 'kube-apiserver'
const durationSeconds = 3600

/** The identity of a server. */
export interface ServerIdentity {
  readonly hostname: string
  /** `host:port` by which other servers reach this one. */
  readonly peerAddress?: string | undefined
}

/**
 * The identity of a server: the same for all servers of a host, whenever they start.
 *
 * Source: `NewConfig` of k8s.io/apiserver/pkg/server.
 */
export function identityOf(hostname: string): string {
  const parts = [hostname, component].map((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  const hash = createHash('sha256').update(Buffer.concat(parts)).digest().subarray(0, 16)
  return `apiserver-${base32(hash)}`
}

function base32(bytes: Uint8Array): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const length = Math.ceil((bytes.length * 8) / 5)
  bits <<= BigInt(length * 5 - bytes.length * 8)
  return Array.from({ length }, (_, i) => alphabet[Number((bits >> BigInt(5 * (length - 1 - i))) & 31n)]).join('')
}

/** Says that this server is alive, in a lease that others read. */
export class IdentityLease {
  readonly #client: Client
  readonly #identity: ServerIdentity
  readonly #holder: string

  constructor(client: Client, identity: ServerIdentity) {
    this.#client = client
    this.#identity = identity
    this.#holder = `${identityOf(identity.hostname)}_${randomUUID()}`
  }

  /** Creates or renews the lease. */
  async renew(now: Date): Promise<void> {
    const { hostname, peerAddress } = this.#identity
    const leases = this.#client.resource(Lease).namespace(namespace)
    const name = identityOf(hostname)
    const labels = { [identity]: component, 'kubernetes.io/hostname': hostname }
    const annotations = peerAddress === undefined ? {} : { 'kubernetes.io/peer-advertise-address': peerAddress }
    const spec = {
      holderIdentity: this.#holder,
      leaseDurationSeconds: durationSeconds,
      renewTime: microTimeFromDate(now),
    }
    const found = await leases.get(name).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    if (found === undefined) {
      const metadata = { name, namespace, labels, ...(peerAddress !== undefined && { annotations }) }
      await leases.create(new Lease({ metadata, spec })).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error
      })
      return
    }
    const metadata = { ...found.metadata, labels: { ...found.metadata?.labels, ...labels } }
    if (peerAddress !== undefined) metadata.annotations = { ...metadata.annotations, ...annotations }
    await leases.update(new Lease({ metadata, spec: { ...found.spec, ...spec } }))
  }
}

/** Deletes the leases of servers that have not renewed them in time. */
export async function collectIdentityLeases(client: Client, now: Date): Promise<void> {
  const leases = client.resource(Lease).namespace(namespace)
  const { items } = await leases.list({ labelSelector: `${identity}=${component}` })
  for (const lease of items ?? []) {
    const { renewTime, leaseDurationSeconds } = lease.spec ?? {}
    const seconds = leaseDurationSeconds ?? 0
    const alive = renewTime !== undefined && seconds > 0 && Date.parse(renewTime) + seconds * 1000 >= now.getTime()
    if (alive) continue
    const { name = '', uid } = lease.metadata ?? {}
    await leases.delete(name, { preconditions: { uid } }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }
}
