/**
 * Writes what `k8s.io/apiextensions-apiserver` answers to the scenarios of this folder.
 *
 * node scripts/run-source.mjs server/test/interop/apiextensions-apiserver/record-answers.ts PROGRAM ANSWERS.json.gz [SCENARIO…]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { GoServer } from './apiextensions-server.js'
import { runScenario } from './run-scenario.js'
import type { Scenario } from './scenario.js'
import { scenarios } from './scenarios.js'
import type { ShownStep } from './shown-step.js'

const [program = '', file = '', ...only] = process.argv.slice(2)
const known = existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) : {}
const answers: Record<string, readonly ShownStep[]> = {}
const servers = new Map<string, Promise<GoServer>>()
/** The server that has the feature gates of a scenario. */
const serverFor = ({ gates = '' }: Scenario): Promise<GoServer> => {
  const server = servers.get(gates) ?? GoServer.start(program, gates)
  servers.set(gates, server)
  return server
}
try {
  const run = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        answers[next.name] = await runScenario((await serverFor(next)).target, next)
      } catch (error) {
        throw new Error(`scenario ${next.name}`, { cause: error })
      }
    }
  }
  const waiting = scenarios.filter(({ name }) => only.length === 0 || only.includes(name))
  await Promise.all(Array.from({ length: 6 }, run))
  const all = scenarios.map(({ name }) => [name, answers[name] ?? known[name]])
  writeFileSync(file, gzipSync(JSON.stringify(Object.fromEntries(all)), { level: 9 }))
  console.log(
    Object.values(answers).reduce((sum, { length }) => sum + length, 0),
    'answers',
  )
} finally {
  for (const server of servers.values()) await (await server).stop()
}
