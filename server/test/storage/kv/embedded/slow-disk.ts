// Writes to a store on a disk that syncs slowly, and prints how often other work ran meanwhile: `node … FOLDER`.
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'

const [path = ''] = process.argv.slice(2)
const kv = await EmbeddedKV.open({ path })
let turns = 0
const timer = setInterval(() => turns++, 5)
const start = performance.now()
await kv.txn({ compare: [], success: [{ type: 'put', key: '/a', value: new Uint8Array(10) }] })
clearInterval(timer)
console.log(JSON.stringify({ turns, milliseconds: performance.now() - start }))
await kv.close()
