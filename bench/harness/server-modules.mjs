import { existsSync, readFileSync } from 'node:fs'
import { projectRoot } from './modules.mjs'

/** Module of an entry of the built server package, such as `./storage/kv`. */
export async function loadServerEntry(subpath) {
  const { exports } = JSON.parse(readFileSync(`${projectRoot}/server/package.json`, 'utf8'))
  const file = `${projectRoot}/server/${exports[subpath]?.import.default.slice(2)}`
  if (!existsSync(file)) throw new Error(`@apimachinery/server has no entry ${subpath}; build it first`)
  return import(file)
}

/** CPU time of this process for one of `times` calls, in µs. */
export async function cpuPer(times, run) {
  globalThis.gc?.()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await run(i)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}
