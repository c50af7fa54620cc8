import { join } from 'node:path'
import { UsageError } from '../flags/flag.js'
import type { FlagValues } from '../flags/flag-values.js'

/** Repairs the store in the folder of the flags, and says what was kept and what was lost. Throws `UsageError`, `KVError`. */
export async function repairStoreOf(flags: FlagValues, out: (text: string) => void): Promise<void> {
  if (flags.boolean('memory') === true || flags.list('etcd-servers').length > 0) {
    throw new UsageError('--repair is for the store in --data-dir; etcd has tools of its own')
  }
  const { EmbeddedKV } = await import('../storage/kv/embedded/embedded-kv.js')
  const path = join(flags.text('data-dir') ?? './apimachinery-server', 'store')
  const { kept, damaged, incomplete, original, revision } = await EmbeddedKV.repair({ path })
  for (const { key, revision: lost, kept: other } of damaged) {
    out(`damaged: ${key} at revision ${lost}${other === undefined ? '' : `; it was kept at revision ${other}`}\n`)
  }
  if (incomplete)
    out('parts of the index were lost: keys may be missing that are not named, and deleted ones be there again\n')
  out(`kept ${kept} keys, at revision ${revision}; the file as it was is ${original}\n`)
}
