import { readFile } from 'node:fs/promises'
import { type FlagValue, UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { Reloads } from '../../flags/reloads.js'
import type { OpenResources } from '../../internal/open-resources.js'
import type { APIServerOptions } from '../../kubernetes/api-server.js'
import type { OtherStore } from '../../registry/resource-stores.js'
import type { Logger } from '../../server/logger.js'
import type { EncryptionObserver } from '../../storage/encryption/encryption-observer.js'
import type { KV } from '../../storage/kv/kv.js'
import { openEtcd, openStore } from '../open-store.js'
import { parseStorageOverrides, type StorageOverride } from './storage-overrides.js'

const compactionInterval = 300_000

/** Settings besides the flags. */
export interface StorageContext {
  readonly dataDir: string
  readonly reloads: Reloads
  /** Observes encryption at rest. */
  readonly observer: EncryptionObserver
  /** Receives what was opened. */
  readonly opened: OpenResources
  readonly logger: Logger
}

/** Opens the store that the flags name, with what belongs to it. Throws where it cannot be reached, and for a bad file. */
export async function storageOptions(
  flags: ReadonlyMap<string, FlagValue>,
  values: FlagValues,
  { dataDir, reloads, observer, opened, logger }: StorageContext,
): Promise<Pick<APIServerOptions, 'kv' | 'otherStores' | 'compactionInterval' | 'encryption'>> {
  const file = values.text('encryption-provider-config')
  const automatic = values.boolean('encryption-provider-config-automatic-reload') === true
  if (file === undefined && automatic) {
    throw new UsageError('--encryption-provider-config-automatic-reload must be set with --encryption-provider-config')
  }
  const overrides = parseStorageOverrides(values.list('etcd-servers-overrides'))
  const usesEtcd = values.boolean('memory') !== true && values.list('etcd-servers').length > 0
  if (overrides.length > 0 && !usesEtcd) throw new UsageError('--etcd-servers must be specified')
  const encryption =
    file === undefined ? undefined : await loadEncryption(file, automatic ? reloads : undefined, observer)
  opened.add(() => encryption?.close())
  const onWaiting = (error: Error, endpoints: readonly string[]): void =>
    logger.warn({ endpoints: endpoints.join(), error }, 'waiting for etcd')
  const open = async (kv: Promise<KV>): Promise<KV> => {
    const store = await kv
    opened.add(() => store.close())
    return store
  }
  const given = { kv: await open(openStore(flags, { dataDir, onWaiting })), encryption }
  if (!usesEtcd) return given
  const openOther = (servers: readonly string[]): Promise<KV> =>
    open(openEtcd(flags, { endpoints: servers, onWaiting }))
  const otherStores = await openOthers(overrides, openOther)
  const interval = values.milliseconds('etcd-compaction-interval') ?? compactionInterval
  return { ...given, otherStores, compactionInterval: interval }
}

/** One store for all resources that name the same servers, in any order. */
async function openOthers(
  overrides: readonly StorageOverride[],
  open: (servers: readonly string[]) => Promise<KV>,
): Promise<readonly OtherStore[]> {
  const opened = new Map<string, { readonly kv: KV; readonly resources: OtherStore['resources'][number][] }>()
  for (const { group, resource, servers } of overrides) {
    const key = [...servers].sort().join(';')
    const known = opened.get(key) ?? { kv: await open(servers), resources: [] }
    known.resources.push({ group, resource })
    opened.set(key, known)
  }
  return [...opened.values()]
}

async function loadEncryption(file: string, reloads: Reloads | undefined, observer: EncryptionObserver) {
  const { Encryption } = await import('../../storage/encryption/encryption.js')
  const text = await readFile(file, 'utf8')
  const encryption = await Encryption.load(text, { observer })
  const apply = (changed: string): Promise<void> => encryption.reload(changed)
  reloads?.add({ configuration: 'encryption', file, text, apply, insists: true })
  return encryption
}
