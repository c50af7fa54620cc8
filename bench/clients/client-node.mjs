import { PassThrough } from 'node:stream'

/** `@kubernetes/client-node`, called as its examples do. */
export async function clientNodeClient({ port, execPort }) {
  const { CoreV1Api, Exec, KubeConfig, Watch } = await import('@kubernetes/client-node')
  const configFor = (to) => {
    const config = new KubeConfig()
    const cluster = { name: 'bench', server: `https://127.0.0.1:${to}`, skipTLSVerify: true }
    config.loadFromClusterAndUser(cluster, { name: 'admin', token: 'token' })
    return config
  }
  const config = configFor(port)
  const core = config.makeApiClient(CoreV1Api)
  const watcher = new Watch(config)
  const exec = new Exec(configFor(execPort))
  const namespace = 'default'
  await watcher.watch(
    '/api/v1/namespaces/many/configmaps',
    { labelSelector: 'app=none' },
    () => undefined,
    () => undefined,
  )
  const cache = { pods: new Map(), configmaps: new Map() }
  return {
    get: async (name) => (await core.readNamespacedConfigMap({ name, namespace })).data.level,
    list: async () => (await core.listNamespacedPod({ namespace })).items.length,
    listMany: async () => (await core.listNamespacedConfigMap({ namespace: 'many' })).items.length,
    watch: (resource, count) =>
      new Promise((resolve, reject) => {
        let seen = 0
        let controller
        const onEvent = (_type, object) => {
          cache[resource].set(object.metadata.name, object)
          if (++seen !== count) return
          controller.abort()
          resolve(seen)
        }
        const path = `/api/v1/namespaces/default/${resource}`
        watcher
          .watch(path, { resourceVersion: '0' }, onEvent, (error) => {
            if (seen < count) reject(error ?? new Error(`the watch ended after ${seen} events`))
          })
          .then((started) => {
            controller = started
          }, reject)
      }),
    exec: (text) =>
      new Promise((resolve, reject) => {
        const output = new PassThrough()
        const errors = new PassThrough()
        let written = ''
        output.on('data', (chunk) => {
          written += chunk
        })
        output.on('end', () => resolve(written))
        exec.exec(namespace, 'web', '', ['echo', text], output, errors, null, false).catch(reject)
      }),
    async echo(message, times) {
      const [input, output] = [new PassThrough(), new PassThrough()]
      const socket = await exec.exec(namespace, 'web', '', ['cat'], output, new PassThrough(), input, false)
      for (let i = 0; i < times; i++) {
        await new Promise((resolve) => {
          let left = message.length
          const take = (chunk) => {
            left -= chunk.length
            if (left > 0) return
            output.off('data', take)
            resolve()
          }
          output.on('data', take)
          input.write(message)
        })
      }
      socket.close()
    },
  }
}
