import type { DiskSpace } from './disk-space.js'
import { decodeMeta, metaKey, recordRange, sealedForm } from './journal-records.js'
import type { File } from './lmdb-journal.js'
import { putMeta } from './store-file.js'

/**
 * Gives the records of an earlier release checksums, all or none. Throws `QuotaExceeded` where the disk has no room for it; the
 * file then stays as it is.
 */
export function sealRecords(file: File, space: DiskSpace): void {
  const { compactRevision } = decodeMeta(file.get(metaKey('meta')))
  let bytes = 0
  const keys: Buffer[] = []
  for (const { key, value } of file.getRange(recordRange)) {
    bytes += key.length + value.length
    keys.push(Buffer.from(key))
  }
  space.require(bytes)
  file.transactionSync(() => {
    for (const key of keys) {
      const record = file.get(key)
      if (record !== undefined) file.putSync(key, sealedForm.wrap(key, Buffer.from(record)))
    }
    putMeta(file, compactRevision)
  })
}
