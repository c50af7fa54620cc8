import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGo, CheckingProgram, withGo } from './go-program.js'
import { ServedCluster } from './served-cluster.js'

if (!withGo) console.warn('skipped without Go and INTEROP=1: client-go (npm run interop -w server)')

const seconds = Number(process.env.CLIENT_GO_SECONDS ?? 20)
const limit = (seconds + 120) * 1000

describe.runIf(withGo)('programs over client-go', () => {
  let program: string
  let folder: string
  beforeAll(async () => {
    program = await buildGo('client-go')
    folder = mkdtempSync(join(tmpdir(), 'client-go-'))
  }, 1_200_000)
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it.concurrent.each([
    { name: 'streamed lists', watchList: true, broken: false },
    { name: 'lists and watches', watchList: false, broken: false },
    { name: 'connections that break', watchList: true, broken: true },
    { name: 'below the path of a cluster', watchList: true, broken: false, cluster: true },
  ])(
    'miss nothing while objects change: $name',
    async ({ name, watchList, broken, cluster = false }) => {
      await using served = cluster ? await ServedCluster.start() : await TestServer.start()
      const server = served instanceof ServedCluster ? served.server : served
      const kubeconfig = join(folder, `${name}.kubeconfig`)
      writeFileSync(kubeconfig, await served.kubeconfig())
      const args = [kubeconfig, String(seconds), ...(broken ? ['broken'] : [])]
      const client = new CheckingProgram(program, args, { KUBE_FEATURE_WatchListClient: String(watchList) })
      const cutting = broken ? setInterval(() => server.faults.cutWatches({}), 3000) : undefined
      try {
        const checks = await client.finished()
        expect(checks).toHaveLength(7)
        const { facts } = checks.find(({ check }) => check === 'informers') ?? {}
        if (seconds > 60) console.info(`${name}, ${seconds} s: ${JSON.stringify(facts)}`)
        expect(Number(facts?.['written configmaps'])).toBeGreaterThan(seconds)
      } finally {
        clearInterval(cutting)
        await client.kill()
      }
    },
    limit,
  )
})
