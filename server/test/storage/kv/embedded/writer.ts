// Writes to a store until it is killed, and prints acknowledged writes: `node … FOLDER ROUND`.
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { write, writers } from './steps.js'

const [path = '', round = '0'] = process.argv.slice(2)
const kv = await EmbeddedKV.open({ path, history: { revisions: 20 } })
console.log('open')
const run = (writer: number) => ({
  round,
  go: () => true,
  acknowledged: (count: number) => console.log(`${writer} ${count}`),
})
await Promise.all(Array.from({ length: writers }, (_, writer) => write(kv, writer, run(writer))))
