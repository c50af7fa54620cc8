import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from '@apimachinery/client'
import { newOperator } from './operator.js'

const { values } = parseArgs({
  options: {
    'leader-elect': { type: 'boolean' },
    'health-port': { type: 'string', default: '8081' },
    'metrics-port': { type: 'string', default: '8080' },
  },
})
const client = await Client.connect()
const manager = newOperator({
  client,
  healthServer: { port: Number(values['health-port']) },
  metricsServer: { port: Number(values['metrics-port']) },
  ...(values['leader-elect'] === true && { leaderElection: { name: 'webapp', namespace: namespaceOfPod() } }),
})

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  await manager.run(stop.signal)
} finally {
  await client.close()
}

function namespaceOfPod(): string {
  try {
    return readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/namespace', 'utf8').trim()
  } catch {
    return 'default'
  }
}
