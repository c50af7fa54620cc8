// Writes to a store whose disk is recorded, and puts what was acknowledged into the record: `node … FOLDER STEPS`.
import { appendFileSync } from 'node:fs'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { write, writers } from './steps.js'

const [path = '', steps = '0'] = process.argv.slice(2)

function acknowledge(writer: number): void {
  const record = Buffer.alloc(13)
  record.write('A')
  record.writeBigUInt64LE(BigInt(writer), 1)
  appendFileSync(process.env.DISK_LOG!, record)
}

const kv = await EmbeddedKV.open({ path, history: { revisions: 20 } })
const run = (writer: number) => ({
  round: '0',
  go: (count: number) => count < Number(steps),
  acknowledged: () => acknowledge(writer),
})
await Promise.all(Array.from({ length: writers }, (_, writer) => write(kv, writer, run(writer))))
await kv.close()
