/**
 * Shows where this package answers otherwise than recorded.
 *
 * node scripts/run-source.mjs server/test/interop/apiextensions-apiserver/compare.ts ANSWERS.json.gz [SCENARIO…]
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { startOwnServer } from './own-server.js'
import { runScenario } from './run-scenario.js'
import { scenarios } from './scenarios.js'
import type { ShownStep } from './shown-step.js'

const [file = '', ...only] = process.argv.slice(2)
const recorded = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Record<string, readonly ShownStep[]>
const servers = new Map<string | undefined, Awaited<ReturnType<typeof startOwnServer>>>()
let total = 0
let different = 0
for (const scenario of scenarios) {
  const { name, steps, gates } = scenario
  if (only.length > 0 && !only.includes(name)) continue
  const expected = recorded[name] ?? []
  const server = servers.get(gates) ?? (await startOwnServer(gates))
  servers.set(gates, server)
  const started = Date.now()
  const before = different
  try {
    const answers = await runScenario({ ...server.target, patience: 1500 }, scenario, expected)
    for (const [index, answer] of answers.entries()) {
      total++
      const wanted = expected[index]
      if (JSON.stringify(wanted) === JSON.stringify(answer)) continue
      different++
      const { method, path, headers, body, collect } = steps[index]!
      console.log(
        `--- ${name} ${index} ${method || `collect ${collect}`} ${path} ${JSON.stringify(headers ?? {})} ${body?.slice(0, 600) ?? ''}`,
      )
      for (const [go, own] of [
        [`${wanted?.status} ${JSON.stringify(wanted?.headers)}`, `${answer.status} ${JSON.stringify(answer.headers)}`],
        [wanted?.body ?? '', answer.body],
      ] as const)
        if (go !== own) console.log(`  go  ${around(go, own)}\n  own ${around(own, go)}`)
    }
  } catch (error) {
    different++
    console.log(`--- ${name}`, error)
  }
  console.error(name, steps.length, 'steps', different - before, 'different', Date.now() - started, 'ms')
}
console.log(total, 'steps', different, 'different')
for (const server of servers.values()) await server.stop()

/** The part of a text where it begins to differ from another. */
function around(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  return `…${text.slice(Math.max(0, at - 80), at + 400)}`
}
