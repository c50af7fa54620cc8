// Writes to a store until the disk is full, and prints the result. It runs with a limit for the size of files.
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'

const [path = ''] = process.argv.slice(2)
// Without this the limit ends the process; a full disk does not.
process.on('SIGXFSZ', () => undefined)
const kv = await EmbeddedKV.open({ path, history: { revisions: 1 } })
const put = (key: string, bytes: number) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: new Uint8Array(bytes) }] })
let written = 0
let refused: unknown
while (refused === undefined && written < 1000) {
  try {
    await put(`/${written}`, 100_000)
    written++
  } catch (error) {
    refused = error
  }
}
const { count } = await kv.range({ key: '/', prefix: true })
// What cannot be written is nowhere; what is deleted makes room.
const deletions: string[] = []
for (let i = 0; i < 5; i++) {
  const deleted = kv.txn({ compare: [], success: [{ type: 'delete', key: `/${i}` }] })
  deletions.push(
    await deleted.then(
      () => 'deleted',
      (error: Error) => error.message,
    ),
  )
}
const { code, message } = refused as { code?: string; message?: string }
console.log(JSON.stringify({ written, count, code, message, deletions }))
await kv.close()
