import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KV, MemoryKV } from '@apimachinery/server/storage/kv'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import type { FakeClock } from 'apimachinery/testing'
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

/** Waits until what a store of this process has begun is done and seen: a transaction that only reads comes after it. */
export async function settledKV(kv: KV, turns = 2): Promise<void> {
  for (let i = 0; i < turns; i++) {
    await kv.txn({ compare: [], success: [{ type: 'get', key: '/' }] })
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export async function openKV(kind: KVKind, clock: FakeClock): Promise<OpenedKV> {
  if (kind === 'etcd') return openEtcd()
  if (kind === 'memory') {
    const kv = new MemoryKV({ clock })
    return { kv, settle: (turns) => settledKV(kv, turns), end: () => kv.close() }
  }
  const path = mkdtempSync(join(tmpdir(), 'storage-'))
  const kv = await EmbeddedKV.open({ path, clock, sync: 'interval' })
  const end = async () => {
    await kv.close()
    rmSync(path, { recursive: true, force: true })
  }
  return { kv, settle: (turns) => settledKV(kv, turns), end }
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
