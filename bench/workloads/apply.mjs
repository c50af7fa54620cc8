import { goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'

const counts = [10, 100, 1000]
const kind = { apiVersion: 'apps/v1', kind: 'Deployment' }

/** A Deployment as it is applied: one container with many ports. */
function configWith(count, image) {
  const ports = Array.from({ length: count }, (_, i) => ({
    name: `port-${i}`,
    containerPort: 1024 + i,
    protocol: 'TCP',
  }))
  const labels = { app: 'gateway' }
  return {
    ...kind,
    metadata: { name: 'gateway', namespace: 'default', labels },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'gateway', image, ports }] } },
    },
  }
}

/** What was applied before, and what is applied now: another image. */
function stepsWith(count) {
  return ['gateway:1', 'gateway:2'].map((image) => ({
    ...{ verb: 'apply', manager: 'deployer', force: true },
    object: configWith(count, image),
  }))
}

function perPort(count) {
  const name = `apply, ${count.toLocaleString('en')} ports`
  const first = `apply, ${counts[0]} ports`
  return [
    {
      name,
      ...(count > counts[0] && { baseline: first }),
      run: ({ manager, objects }) => {
        const { live, config } = objects.get(count)
        return manager.apply(live, config, { manager: 'deployer' })
      },
    },
    {
      name: `Go ${name}`,
      baseline: name,
      when: ({ go }) => go !== undefined,
      async measure({ go }) {
        const { apiVersion } = kind
        const request = { op: 'bench.apply', gvk: `${apiVersion}/${kind.kind}`, type: 'scheme' }
        const { ns, error } = await go.ask({ ...request, in: JSON.stringify(stepsWith(count)) })
        if (error !== undefined) throw new Error(`Go: ${error}`)
        return Number(ns) / 1e6
      },
    },
  ]
}

export const workload = {
  name: 'Server-side apply',
  about:
    'Another image applied to a Deployment of one container with 10, 100 and 1,000 ports. Time that grows with the size and no faster takes at most 10 and 100 times as long.',
  unit: 'ms',
  async setup() {
    const [fields, runtime, apps] = await Promise.all(['./managedfields', './runtime', './api/apps/v1'].map(loadEntry))
    const scheme = new runtime.Scheme()
    apps.addToScheme(scheme)
    const manager = fields.newDefaultFieldManager({
      kind: apps.Deployment.groupVersionKind,
      ...{ scheme, defaulter: { default: () => undefined } },
    })
    const objects = new Map(
      counts.map((count) => {
        const [before, now] = stepsWith(count).map(({ object }) => new runtime.Unstructured(object))
        return [count, { live: manager.apply(new apps.Deployment(), before, { manager: 'deployer' }), config: now }]
      }),
    )
    return { go: goProgram(), manager, objects }
  },
  operations: counts.flatMap(perPort),
}
