import { HTTP2Load, load } from '../harness/http2-load.mjs'
import { makePods } from './stored-pods.mjs'

const many = 10_000
const headers = { 'content-type': 'application/json' }

/** A config map of about 400 bytes. */
function settings(index, namespace) {
  const metadata = { name: `settings-${index}`, namespace, labels: { app: `app-${index % 10}`, tier: 'backend' } }
  return { metadata, data: { 'app.conf': `${index}-`.repeat(20).slice(0, 100), level: 'info' } }
}

/** Creates what the clients get, list and watch. */
export async function fillForClients(port) {
  const connection = new HTTP2Load(port)
  const create = async (resource, objects) => {
    const make = (i) => ({ method: 'POST', path: resource, headers, body: JSON.stringify(objects[i]), text: true })
    await load(connection, { times: objects.length, concurrency: 16, make })
  }
  const maps = (count, namespace) => Array.from({ length: count }, (_, i) => settings(i, namespace))
  await create('/api/v1/namespaces', [{ metadata: { name: 'many' } }])
  await create('/api/v1/namespaces/default/pods', makePods(1000))
  await create('/api/v1/namespaces/default/configmaps', maps(1000, 'default'))
  await create('/api/v1/namespaces/many/configmaps', maps(many, 'many'))
  connection.close()
}

/** Rows: what is done, the name of it in the children, how often it is done in a turn. */
export const clientRows = [
  ['get a ConfigMap', 'get', 300],
  ['list 1,000 pods', 'list', 3],
  ['watch, an event of a pod', 'watchPods', 4000],
  // Long turns: compiling what garbage collections made the engine forget is no part of an event or a message.
  ['watch, an event of a ConfigMap', 'watchMaps', 30_000],
  ['exec, echo in a session of its own', 'exec', 60],
  ['exec, 1 KB there and back', 'echo', 10_000],
]
