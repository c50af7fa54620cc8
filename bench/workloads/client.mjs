import { hasPeer, startClient, startGoClient, startServerChild } from '../harness/client-processes.mjs'
import { HTTP2Load, load } from '../harness/http2-load.mjs'
import { makePods } from '../payload/stored-pods.mjs'

const ours = 'apimachinery'
const clientNode = 'client-node'
const clientGo = 'client-go'
const many = 10_000
const headers = { 'content-type': 'application/json' }

/** A config map of about 400 bytes. */
function settings(index, namespace) {
  const metadata = { name: `settings-${index}`, namespace, labels: { app: `app-${index % 10}`, tier: 'backend' } }
  return { metadata, data: { 'app.conf': `${index}-`.repeat(20).slice(0, 100), level: 'info' } }
}

async function fill(port) {
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
const rows = [
  ['get a ConfigMap', 'get', 300],
  ['list 1,000 pods', 'list', 3],
  ['watch, an event of a pod', 'watchPods', 2000],
  ['watch, an event of a ConfigMap', 'watchMaps', 5000],
  ['exec, echo in a session of its own', 'exec', 30],
  ['exec, 1 KB there and back', 'echo', 500],
]

function operationsOf([title, operation, times]) {
  return [ours, clientNode, clientGo].map((client) => ({
    name: `${title}: ${client}`,
    ...(client === ours ? {} : { baseline: `${title}: ${ours}` }),
    when: ({ clients }) => clients[client] !== undefined,
    measure: async ({ clients }) => (await clients[client].measure(operation, times)).cpu / times,
  }))
}

/** Heap, in MB, after so many lists. */
function memoryAfter(client, lists) {
  return {
    name: `${lists} lists of 10,000 objects, MB of heap afterwards: ${client}`,
    when: ({ clients }) => clients[client] !== undefined,
    measure: async ({ memory }) => (await memory[client]())[lists] / 1e6,
  }
}

/** Lists ten times, then to a hundred times, and keeps what the heap was. */
function listMany(client) {
  let found
  return async () => {
    if (found === undefined) {
      const after10 = await client.measure('listMany', 10)
      const after100 = await client.measure('listMany', 90)
      found = { 10: after10.heap, 100: after100.heap }
    }
    return found
  }
}

/** Until the engine has compiled what it will compile. */
async function warmUp(client) {
  for (const [, operation, times] of rows) for (let turn = 0; turn < 3; turn++) await client.measure(operation, times)
}

export const workload = {
  name: 'Client',
  about:
    'CPU time of the process of a client for one operation, over TLS; server and pods are in other processes. Lists and events are decoded: client-node gives events as JSON.parse does, the others as typed objects; this client and client-go ask for protobuf. client-go has one processor.',
  unit: 'µs',
  rounds: 7,
  async setup() {
    const [port, execPort] = await Promise.all([
      startServerChild('api-server', ['memory']),
      startServerChild('exec-server'),
    ])
    await fill(port)
    const ports = [port, execPort]
    const clients = {
      [ours]: await startClient(ours, ports),
      [clientNode]: hasPeer('@kubernetes/client-node') ? await startClient(clientNode, ports) : undefined,
      [clientGo]: startGoClient(ports),
    }
    const memory = {}
    for (const [name, client] of Object.entries(clients)) {
      if (client === undefined) continue
      await warmUp(client)
      memory[name] = listMany(client)
    }
    return { clients, memory }
  },
  operations: [...rows.flatMap(operationsOf), memoryAfter(ours, 10), memoryAfter(ours, 100)],
}
