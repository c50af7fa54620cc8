// The operator of the benchmark on @kubernetes/client-node: it copies `wanted` of each ConfigMap to `done`. The package has
// informers and no queue: what a controller needs of one is here.
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node'
import { InitialKeys } from './initial-keys.mjs'

const namespace = process.env.NAMESPACE
const workers = 4
/** As the informer's own documentation does it. */
const restartAfter = 5000

const initial = new InitialKeys()
const config = new KubeConfig()
config.loadFromDefault()
const api = config.makeApiClient(CoreV1Api)
const path = `/api/v1/namespaces/${namespace}/configmaps`
const informer = makeInformer(config, path, () => api.listNamespacedConfigMap({ namespace }))
const waiting = new Set()
const working = new Set()

function add({ metadata: { name } }) {
  waiting.add(name)
  work()
}

function work() {
  for (const name of waiting) {
    if (working.size >= workers) return
    if (working.has(name)) continue
    waiting.delete(name)
    working.add(name)
    void run(name)
  }
}

async function run(name) {
  try {
    await reconcile(name)
  } catch {
    setTimeout(() => add({ metadata: { name } }), 1000)
  }
  working.delete(name)
  work()
}

async function reconcile(name) {
  const object = informer.get(name, namespace)
  if (object === undefined) return
  const { wanted, done } = object.data ?? {}
  if (wanted !== done) {
    const body = { ...object, data: { ...object.data, done: wanted } }
    await api.replaceNamespacedConfigMap({ name, namespace, body })
  }
  initial.saw(name)
}

for (const event of ['add', 'update', 'delete']) informer.on(event, add)
informer.on('error', () => setTimeout(() => informer.start(), restartAfter))
await informer.start()
process.once('SIGTERM', () => process.exit())
