/** Compares the ends of a random workload with our controllers and with the real ones; README.md beside this file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CommandCluster } from './cluster.js'
import { differences } from './differences.js'
import { finalState, type StateEntry } from './final-state.js'
import { perform, request } from './perform.js'
import { rested } from './rest.js'
import { findUpstream, UpstreamControllers, upstreamRelease } from './upstream.js'
import { newNode } from './workload/cluster-objects.js'
import { pools } from './workload/pod-template.js'
import { workload, workloadNamespaces } from './workload/workload.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    operations: { type: 'string', default: '1000' },
    batch: { type: 'string', default: '200' },
    show: { type: 'string', default: '60' },
    save: { type: 'string' },
    expected: { type: 'string' },
  },
})
const [seed, operations] = [Number(values.seed), Number(values.operations)]
/** The same for both controller managers: what has to be waited for comes early. */
const controllerFlags = [
  '--horizontal-pod-autoscaler-sync-period=1s',
  '--node-monitor-period=1s',
  '--node-monitor-grace-period=60s',
  '--node-eviction-rate=10',
]
const serverFlags = [
  `--emulated-version=${upstreamRelease}`,
  '--default-unreachable-toleration-seconds=2',
  '--default-not-ready-toleration-seconds=2',
]
/** From the folder of the package, in which npm runs commands. */
const nodes = 'test/interop/controllers/nodes.yaml'
const storageClass = {
  metadata: { name: 'made-up' },
  provisioner: 'apimachinery.dev/made-up',
  allowVolumeExpansion: true,
}

async function endOf(
  cluster: CommandCluster,
  who: string,
  check: () => void = () => undefined,
): Promise<readonly StateEntry[]> {
  const { server } = cluster.running
  const create = (path: string, body: object) => request(server, { method: 'POST', path, body })
  for (const name of workloadNamespaces) await create('/api/v1/namespaces', { metadata: { name } })
  for (const pool of pools) await create('/api/v1/nodes', newNode(pool))
  await create('/apis/storage.k8s.io/v1/storageclasses', storageClass)
  await rested(server)
  const refused: string[] = []
  let done = 0
  for (const batch of workload(seed, operations, Number(values.batch))) {
    check()
    const started = performance.now()
    refused.push(...(await perform(server, batch)))
    await rested(server)
    done += batch.length
    console.error(
      `seed ${seed}, ${who}: ${done} operations, the last batch ${Math.round(performance.now() - started)} ms`,
    )
  }
  return [{ key: 'refused', value: refused }, ...(await finalState(server))]
}

async function ours(): Promise<readonly StateEntry[]> {
  const cluster = await CommandCluster.start([...serverFlags, '--controllers=*', ...controllerFlags], nodes)
  try {
    return await endOf(cluster, 'ours')
  } finally {
    await cluster.stop()
  }
}

async function theirs(): Promise<readonly StateEntry[]> {
  const cluster = await CommandCluster.start([...serverFlags, '--controllers=made-up-volume-provisioner'], nodes)
  const upstream = UpstreamControllers.start(cluster, controllerFlags)
  try {
    return await endOf(cluster, 'upstream', () => upstream.check())
  } finally {
    await upstream.stop()
    await cluster.stop()
  }
}

function save(name: string, state: readonly StateEntry[]): void {
  if (values.save === undefined) return
  mkdirSync(values.save, { recursive: true })
  writeFileSync(`${values.save}/${name}-${seed}.jsonl`, state.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

/** What `--save` wrote. */
function savedState(file: string): readonly StateEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line): StateEntry => JSON.parse(line))
}

const missing = ['kube-controller-manager', 'kube-scheduler'].filter((program) => findUpstream(program) === undefined)
if (missing.length > 0) {
  console.log(`skipped: ${missing.join(' and ')} not in KUBE_CONTROLLER_MANAGER_FOLDER or PATH`)
} else {
  const expected = values.expected === undefined ? await theirs() : savedState(values.expected)
  if (values.expected === undefined) save('upstream', expected)
  const given = await ours()
  save('ours', given)
  const lines = differences(expected, given)
  for (const line of lines.slice(0, Number(values.show))) console.log(line)
  console.log(`seed ${seed}, ${operations} operations: ${expected.length} entries, ${lines.length} differences`)
  process.exitCode = lines.length === 0 ? 0 : 1
}
