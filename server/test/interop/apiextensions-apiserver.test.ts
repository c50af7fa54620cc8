import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { GoServer } from './apiextensions-apiserver/apiextensions-server.js'
import { intendedDifferences } from './apiextensions-apiserver/intended-differences.js'
import { startOwnServer } from './apiextensions-apiserver/own-server.js'
import { randomScenario, randomVersions } from './apiextensions-apiserver/random-scenario.js'
import { runScenario } from './apiextensions-apiserver/run-scenario.js'
import type { Scenario, Step } from './apiextensions-apiserver/scenario.js'
import { scenarios } from './apiextensions-apiserver/scenarios.js'
import type { ShownStep } from './apiextensions-apiserver/shown-step.js'
import { buildGo, withGo } from './go-program.js'

const file = join(import.meta.dirname, 'apiextensions-apiserver/answers.json.gz')
const recorded = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Readonly<Record<string, ShownStep[]>>

type OwnServer = Awaited<ReturnType<typeof startOwnServer>>

/** A server without feature gates of its own, and others by their gates. */
const servers = new Map<string | undefined, OwnServer>()
const ownFor = ({ gates }: Scenario): OwnServer => servers.get(gates) as OwnServer
/** All run at the same time, as most of it is waiting. */
const runs = new Map<string, Promise<ShownStep[]>>()
beforeAll(async () => {
  for (const gates of new Set([undefined, ...scenarios.map(({ gates }) => gates)]))
    servers.set(gates, await startOwnServer(gates))
  for (const scenario of scenarios) {
    const run = runScenario(ownFor(scenario).target, scenario, recorded[scenario.name])
    run.catch(() => undefined)
    runs.set(scenario.name, run)
  }
})
afterAll(async () => {
  for (const own of servers.values()) await own.stop()
})

/** A step beside its answer, to be read where they differ. */
function told(steps: readonly Step[], answers: readonly ShownStep[], leftOut: ReadonlySet<number>): object[] {
  return answers.flatMap((answer, index) => {
    const { method, path, collect = '', body = '' } = steps[index] as Step
    return leftOut.has(index) ? [] : [{ step: `${index} ${method} ${path}${collect} ${body.slice(0, 500)}`, ...answer }]
  })
}

describe('what k8s.io/apiextensions-apiserver answered', () => {
  it('is there for each scenario', () => expect(Object.keys(recorded)).toEqual(scenarios.map(({ name }) => name)))

  it.each(scenarios)(
    '$name',
    async ({ name, steps }) => {
      const expected = recorded[name] as ShownStep[]
      const answers = await (runs.get(name) as Promise<ShownStep[]>)
      const leftOut = new Set(Object.keys(intendedDifferences[name] ?? {}).map(Number))
      expect(told(steps, answers, leftOut)).toEqual(told(steps, expected, leftOut))
    },
    60_000,
  )
})

const wanted = withGo && hasEtcd
if (!wanted) console.warn('skipped without Go, etcd and INTEROP=1: random custom resources (npm run interop -w server)')

describe.runIf(wanted)('the server in Go', () => {
  let go: GoServer
  beforeAll(async () => {
    go = await GoServer.start(await buildGo('apiextensions-apiserver/go', 'kube-apiserver'))
  }, 1_200_000)
  afterAll(() => go?.stop())

  const first = Number(process.env.SEED ?? 1)
  const seeds = Array.from({ length: Number(process.env.SEEDS ?? 5) }, (_, i) => first + i)
  it.each(seeds.flatMap((seed) => [randomScenario(seed), randomVersions(seed)]))(
    'answers the same to the random scenario $name',
    async (scenario) => {
      const expected = await runScenario(go.target, scenario)
      const answers = await runScenario(ownFor(scenario).target, scenario, expected)
      expect(told(scenario.steps, answers, new Set())).toEqual(told(scenario.steps, expected, new Set()))
    },
    300_000,
  )
})
