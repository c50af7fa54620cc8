import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FlagValue } from '../flags/flag.js'
import type { EtcdKVOptions } from '../storage/kv/etcd/etcd-kv.js'
import type { KV } from '../storage/kv/kv.js'

/** Called while a store is not there yet. */
export type OnWaiting = (error: Error, endpoints: readonly string[]) => void

/** Where a store is, if the flags name no other. */
export interface StorePlace {
  readonly dataDir: string
  readonly onWaiting: OnWaiting
}

/** Opens the store that the flags name: memory, etcd, or a database in a folder. Throws where it cannot be reached. */
export async function openStore(
  flags: ReadonlyMap<string, FlagValue>,
  { dataDir, onWaiting }: StorePlace,
): Promise<KV> {
  // A store's package is loaded only where it is used.
  if (flags.get('memory') === true) {
    const { MemoryKV } = await import('../storage/kv/memory/memory-kv.js')
    return new MemoryKV()
  }
  const endpoints = flags.get('etcd-servers') as readonly string[] | undefined
  if (endpoints !== undefined && endpoints.length > 0) return openEtcd(flags, { endpoints, onWaiting })
  const { EmbeddedKV } = await import('../storage/kv/embedded/embedded-kv.js')
  return EmbeddedKV.open({ path: join(dataDir, 'store') })
}

/** Opens etcd at other endpoints than the flags name, with their certificates. */
export async function openEtcd(
  flags: ReadonlyMap<string, FlagValue>,
  { endpoints, onWaiting }: { readonly endpoints: readonly string[]; readonly onWaiting: OnWaiting },
): Promise<KV> {
  const { EtcdKV } = await import('../storage/kv/etcd/etcd-kv.js')
  return EtcdKV.open({ endpoints, onWaiting: (error) => onWaiting(error, endpoints), tls: certificates(flags) })
}

function certificates(flags: ReadonlyMap<string, FlagValue>): EtcdKVOptions['tls'] {
  const read = (name: string): Uint8Array | undefined => {
    const file = flags.get(name)
    return typeof file === 'string' ? readFileSync(file) : undefined
  }
  const [ca, cert, key] = [read('etcd-cafile'), read('etcd-certfile'), read('etcd-keyfile')]
  return ca === undefined && cert === undefined ? undefined : { ca, cert, key }
}
