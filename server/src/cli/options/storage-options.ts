import { readFile } from 'node:fs/promises'
import type { APIServerOptions } from '../../kubernetes/api-server.js'
import type { FlagValue } from '../flag.js'
import type { FlagValues } from '../flag-values.js'
import { openStore } from '../open-store.js'

const compactionInterval = 300_000

/** Opens the store that the flags name, with what belongs to it. Throws where it cannot be reached, and for a bad file. */
export async function storageOptions(
  flags: ReadonlyMap<string, FlagValue>,
  values: FlagValues,
  dataDir: string,
): Promise<Pick<APIServerOptions, 'kv' | 'compactionInterval' | 'encryption'>> {
  const file = values.text('encryption-provider-config')
  const encryption = file === undefined ? {} : { encryption: await loadEncryption(file) }
  const kv = await openStore(flags, dataDir)
  if (values.boolean('memory') === true || values.list('etcd-servers').length === 0) return { kv, ...encryption }
  const interval = values.milliseconds('etcd-compaction-interval') ?? compactionInterval
  return { kv, compactionInterval: interval, ...encryption }
}

async function loadEncryption(file: string) {
  const { Encryption } = await import('../../storage/encryption/encryption.js')
  return Encryption.load(await readFile(file))
}
