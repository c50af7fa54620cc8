/** Compares the ends of a random workload with our controllers and with the real ones; README.md beside this file. */
import { parseArgs } from 'node:util'
import { CommandCluster } from './cluster.js'
import { finalState, rested } from './final-state.js'
import { perform, request } from './perform.js'
import { findUpstream, UpstreamControllers } from './upstream.js'
import { workload, workloadNamespaces } from './workload.js'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, operations: { type: 'string', default: '10000' } },
})
const [seed, operations] = [Number(values.seed), Number(values.operations)]
const nodes = '4'

async function endOf(cluster: CommandCluster): Promise<readonly string[]> {
  const { server } = cluster.running
  for (const name of workloadNamespaces)
    await request(server, { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } })
  await rested(server)
  for (const batch of workload(seed, operations)) {
    await perform(server, batch)
    await rested(server)
  }
  return finalState(server)
}

async function ours(): Promise<readonly string[]> {
  const cluster = await CommandCluster.start(['--controllers=*'], nodes)
  try {
    return await endOf(cluster)
  } finally {
    await cluster.stop()
  }
}

async function theirs(): Promise<readonly string[]> {
  const cluster = await CommandCluster.start([], nodes)
  const upstream = UpstreamControllers.start(cluster)
  try {
    return await endOf(cluster)
  } finally {
    await upstream.stop()
    await cluster.stop()
  }
}

const missing = ['kube-controller-manager', 'kube-scheduler'].filter((program) => findUpstream(program) === undefined)
if (missing.length > 0) {
  console.log(`skipped: ${missing.join(' and ')} not in KUBE_CONTROLLER_MANAGER_FOLDER or PATH`)
} else {
  const [expected, given] = [await theirs(), await ours()]
  const lines = [
    ...without(expected, given).map((line) => `- ${line}`),
    ...without(given, expected).map((line) => `+ ${line}`),
  ]
  for (const line of lines.slice(0, 40)) console.log(line)
  console.log(`seed ${seed}, ${operations} operations: ${expected.length} objects, ${lines.length} differences`)
  process.exitCode = lines.length === 0 ? 0 : 1
}

/** What is in `all` more often than in `others`. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const each of others) counts.set(each, (counts.get(each) ?? 0) + 1)
  return all.filter((each) => {
    const left = counts.get(each) ?? 0
    if (left > 0) counts.set(each, left - 1)
    return left === 0
  })
}
