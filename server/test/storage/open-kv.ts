import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ManualClock } from '@apimachinery/server/storage'
import { type KV, MemoryKV } from '@apimachinery/server/storage/kv'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { EtcdServer, hasEtcd } from './kv/etcd/etcd-server.js'

/** A new store, and how to end it with all that belongs to it. */
export interface OpenedKV {
  readonly kv: KV
  /** Lets everything run that needs no time of the clock. */
  settle(turns?: number): Promise<void>
  end(): Promise<void>
}

export type KVKind = 'memory' | 'embedded' | 'etcd'

/** The stores that can be opened here. */
export const kvKinds: readonly KVKind[] = hasEtcd ? ['memory', 'embedded', 'etcd'] : ['memory', 'embedded']

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export async function openKV(kind: KVKind, clock: ManualClock): Promise<OpenedKV> {
  if (kind === 'etcd') return openEtcd()
  if (kind === 'memory') {
    const kv = new MemoryKV({ clock })
    const settle = async (turns = 2) => {
      for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
    }
    return { kv, settle, end: () => kv.close() }
  }
  const path = mkdtempSync(join(tmpdir(), 'storage-'))
  const kv = await EmbeddedKV.open({ path, clock, sync: 'interval' })
  const end = async () => {
    await kv.close()
    rmSync(path, { recursive: true, force: true })
  }
  return { kv, settle: (turns = 2) => wait(turns * 10), end }
}

async function openEtcd(): Promise<OpenedKV> {
  const server = await EtcdServer.start()
  const kv = await EtcdKV.open({ endpoints: [server.endpoint] })
  const end = async () => {
    await kv.close()
    await server.stop()
  }
  return { kv, settle: (turns = 2) => wait(turns * 25), end }
}
