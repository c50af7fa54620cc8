import { hasPeer, startClient, startGoClient, startServerChild } from '../harness/client-processes.mjs'
import { fillForClients, clientRows as rows } from '../payload/client-operations.mjs'

const ours = 'apimachinery'
/** HTTP/2 and JSON.parse, or a web socket, without a client: a lower bound for clients that read JSON. */
const bare = 'Node by itself'
const clientNode = 'client-node'
const clientGo = 'client-go'

function operationsOf([title, operation, times]) {
  return [ours, clientNode, bare, clientGo].map((client) => ({
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
    unit: 'MB',
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
    'CPU time of the process of a client for one operation, over TLS; server and pods are in other processes. Lists and events are decoded: client-node gives events as JSON.parse does, the others as typed objects; this client and client-go ask for protobuf. The newest state of each object is kept, and one watch stays open. Node by itself is HTTP/2 with `JSON.parse`, or a web socket, without a client around it. client-go has one processor.',
  unit: 'µs',
  rounds: 5,
  async setup() {
    const [port, execPort] = await Promise.all([
      startServerChild('api-server', ['memory']),
      startServerChild('exec-server'),
    ])
    await fillForClients(port)
    const ports = [port, execPort]
    const clients = {
      [ours]: await startClient(ours, ports),
      [bare]: await startClient('bare', ports),
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
