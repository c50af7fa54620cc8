import { loadClientEntry } from '../harness/client-modules.mjs'
import { loadEntry } from '../harness/modules.mjs'

/** This repository's client, as a program uses it: typed objects, and the format that it chooses by itself. */
export async function apimachineryClient({ port, execPort }) {
  const { Client } = await loadClientEntry('.')
  const { ConfigMap, Pod } = await loadEntry('./api/core/v1')
  const connect = (to) =>
    Client.connect({
      format: process.env.BENCH_FORMAT,
      config: { host: `https://127.0.0.1:${to}`, bearerToken: 'token', tls: { insecure: true } },
    })
  const [client, execClient] = [await connect(port), await connect(execPort)]
  const maps = client.resource(ConfigMap).namespace('default')
  const pods = client.resource(Pod).namespace('default')
  const classes = { pods: Pod, configmaps: ConfigMap }
  // One watch stays open, as in every program that watches: the engine forgets code that it finds no objects for.
  const idle = maps.namespace('many').watch({ labelSelector: 'app=none' })
  idle.next().catch(() => undefined)
  const pod = execClient.pod('default', 'web')
  // The newest state of each object is kept, as in a typical watch.
  const cache = { pods: new Map(), configmaps: new Map() }
  return {
    get: async (name) => (await maps.get(name)).data.level,
    list: async () => (await pods.list()).items.length,
    listMany: async () => (await client.resource(ConfigMap).namespace('many').list()).items.length,
    async watch(resource, count) {
      const resourceClient = client.resource(classes[resource]).namespace('default')
      let seen = 0
      for await (const { object } of resourceClient.watch({ resourceVersion: '0' })) {
        cache[resource].set(object.metadata.name, object)
        if (++seen === count) return seen
      }
    },
    exec: async (text) => (await pod.run(['echo', text])).stdout,
    async echo(message, times) {
      const session = await pod.exec(['cat'], { interactive: true })
      const output = session.stdout[Symbol.asyncIterator]()
      for (let i = 0; i < times; i++) {
        await session.write(message)
        for (let left = message.length; left > 0; ) left -= (await output.next()).value.length
      }
      session.close()
      await session.done.catch(() => undefined)
    },
  }
}
