import { readFileSync } from 'node:fs'
import { Client } from '@apimachinery/client'
import { newOperator } from './operator.js'

const client = await Client.connect()
const manager = newOperator({
  client,
  leaderElection: { name: 'webapp', namespace: namespaceOfPod() },
  healthServer: { port: 8081 },
  metricsServer: { port: 8080 },
  onError: (error, where) => console.error(where, error),
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
