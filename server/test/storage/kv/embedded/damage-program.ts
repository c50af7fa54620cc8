// Opens stores that were damaged in many ways, and prints a line for each: `node … SAMPLE FOLDER FIRST COUNT`.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { damageOf, writtenBy } from './damage.js'

const [sample = '', folder = '', first = '0', count = '0'] = process.argv.slice(2)
const whole = readFileSync(join(sample, 'store.mdb'))
const right = new Map(JSON.parse(readFileSync(join(sample, 'content.json'), 'utf8')) as [string, string][])

/** What opening gave: the code of the error, or whether all that is served is right. */
async function outcome(path: string): Promise<string> {
  let kv: EmbeddedKV
  try {
    kv = await EmbeddedKV.open({ path, history: { revisions: 5 } })
  } catch (error) {
    return (error as { code?: string }).code ?? `${String(error)}`
  }
  try {
    const found = await writtenBy(kv)
    if (JSON.stringify([...found]) !== JSON.stringify([...right])) return 'wrong'
    // LMDB reads its lists of free pages only when it writes.
    for (let round = 0; round < 12; round++) {
      const value = new Uint8Array(round % 3 === 0 ? 9000 : 50)
      await kv.txn({ compare: [], success: [{ type: 'put', key: `/more/${round}`, value }] })
    }
    return 'fine'
  } finally {
    await kv.close()
  }
}

for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const path = join(folder, String(seed))
  mkdirSync(path, { recursive: true })
  const { bytes, name } = damageOf(whole, seed)
  writeFileSync(join(path, 'store.mdb'), bytes)
  console.log(`${seed} begins: ${name}`)
  let result = await outcome(path)
  if (result === 'fine') {
    // What was written to a damaged file must be whole again.
    const again = await EmbeddedKV.open({ path }).catch((error: Error) => error)
    if (again instanceof Error) result = `broken later: ${again.message}`
    else await again.close()
  }
  if (result === 'Corrupt') {
    writeFileSync(join(path, 'store.mdb'), bytes)
    result += await repaired(path)
  }
  console.log(`${seed} ${result}`)
  rmSync(path, { recursive: true })
}

/** What a repair gives: nothing that was never written, and a store that opens. */
async function repaired(path: string): Promise<string> {
  try {
    const report = await EmbeddedKV.repair({ path })
    copyFileSync(report.original, join(path, 'kept'))
    const kv = await EmbeddedKV.open({ path })
    const found = await writtenBy(kv)
    await kv.close()
    for (const [key, value] of found) if (!value.startsWith(`${key} `)) return ` invented ${key}`
    if (found.size !== report.kept) return ` counted ${report.kept} of ${found.size}`
    // Keys may be damaged themselves, so a lost one may have another name.
    const lost = [...right].filter(([key, value]) => found.get(key) !== value)
    return lost.length <= report.damaged.length || report.incomplete ? ' repaired' : ` lost ${lost[0]![0]} silently`
  } catch (error) {
    return ` ${(error as { code?: string }).code ?? String(error)}`
  }
}
