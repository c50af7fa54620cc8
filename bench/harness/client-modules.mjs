import { existsSync, readFileSync } from 'node:fs'
import { projectRoot } from './modules.mjs'

/** Module of an entry of the built client package, such as `./cache`. */
export async function loadClientEntry(subpath) {
  const { exports } = JSON.parse(readFileSync(`${projectRoot}/client/package.json`, 'utf8'))
  const file = `${projectRoot}/client/${exports[subpath]?.import.default.slice(2)}`
  if (!existsSync(file)) throw new Error(`@apimachinery/client has no entry ${subpath}; build it first`)
  return import(file)
}
