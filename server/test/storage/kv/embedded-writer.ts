// Writes to a store until it is killed, and says on its output what was acknowledged: `node … FOLDER SEED`.
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { step, writers } from './embedded-steps.js'

const [path = '', seed = '0'] = process.argv.slice(2)
const kv = await EmbeddedKV.open({ path, history: { revisions: 20 } })
console.log('open')

/** Every writer has keys of its own, and does the same each time. */
async function write(writer: number): Promise<void> {
  for (let count = 0; ; count++) {
    const { key, value } = step(writer, count)
    const text = `${seed}.${count}.${'x'.repeat((count * 997) % 5000)}`
    await kv.txn({
      compare: [],
      success: [value ? { type: 'put', key, value: new TextEncoder().encode(text) } : { type: 'delete', key }],
    })
    console.log(`${writer} ${count}`)
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
