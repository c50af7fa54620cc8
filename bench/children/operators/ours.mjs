// The operator of the benchmark on this package: it copies `wanted` of each ConfigMap to `done`.
import { loadClientEntry } from '../../harness/client-modules.mjs'
import { loadEntry } from '../../harness/modules.mjs'
import { InitialKeys } from './initial-keys.mjs'

const [{ Client }, { Manager }, { ConfigMap }] = await Promise.all([
  loadClientEntry('.'),
  loadClientEntry('./controller'),
  loadEntry('./api/core/v1'),
])
const initial = new InitialKeys()
const client = await Client.connect()
const manager = new Manager({ client, cache: { namespaces: [process.env.NAMESPACE] } })
manager.controller(ConfigMap, { concurrency: 4 }).reconcile(async ({ key, object, client }) => {
  if (object === undefined) return
  const { wanted, done } = object.data ?? {}
  if (wanted !== done) await client.update(new ConfigMap({ ...object, data: { ...object.data, done: wanted } }))
  initial.saw(key.name)
})
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await manager.run(stop.signal)
await client.close()
