import { makeRoute } from './custom-resource.mjs'
import { Random } from './random.mjs'

/** Pods that are read are in one namespace; what is written is in another, so that it does not change what is read. */
export const reading = '/api/v1/namespaces/default'
export const writing = '/api/v1/namespaces/written'
/** The custom resource of `route-definition.mjs`. */
export const routes = '/apis/gateway.example.com/v1/namespaces/written/httproutes'
const json = { 'content-type': 'application/json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }
const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }
const as = (kind) => ({ accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` })
const fieldManager = '?fieldManager=bench&force=true'

/** Objects that are updated in turn: more than there are requests at once, so that none waits for another. */
const turns = 64

const send = (method, path, { object, headers = json }) => ({ method, path, headers, body: JSON.stringify(object) })
const filler = 'x'.repeat(500)
const configMap = (name, v) => ({ metadata: { name }, data: { v, text: filler } })

/** What a client sends of a pod that it creates. */
function newPod({ made }, i, name) {
  const { uid: _uid, creationTimestamp: _created, namespace: _namespace, ...metadata } = made[i % made.length].metadata
  return { ...made[i % made.length], metadata: { ...metadata, name } }
}

/** What a client applies: what it cares about. */
function appliedPod(context, i, name) {
  const { kind, apiVersion, metadata, spec } = newPod(context, i, name)
  const { labels, annotations } = metadata
  return { apiVersion, kind, metadata: { name, labels, annotations }, spec }
}

const routeOf = (i, name) => {
  const { kind, metadata, spec } = makeRoute(new Random(5), i)
  return { apiVersion: 'gateway.example.com/v1', kind, metadata: { name, labels: metadata.labels }, spec }
}

const next = (context, prefix) => `${prefix}-${context.count++}`

/** A row that creates: `object(context, i, name)`. */
const creates = (title, times, { path, object }) => ({
  title,
  times,
  make: (context) => (i) => send('POST', path, { object: object(context, i, next(context, 'made')) }),
})

/** A row that writes objects in turn, which are there before: `change(object, v)` of what the server answered last. */
const updates = (title, times, { path, object, change }) => ({
  title,
  times,
  async make(context) {
    const held = []
    for (let i = 0; i < turns; i++) {
      const request = send('POST', path, { object: object(context, i, next(context, 'updated')) })
      held.push(await context.connection.object(request))
    }
    return (i) => {
      const at = i % turns
      const body = change(held[at], `v${context.count++}`)
      const request = send('PUT', `${path}/${held[at].metadata.name}`, { object: body })
      return body.metadata.resourceVersion === undefined
        ? request
        : { ...request, seen: (answer) => (held[at] = JSON.parse(answer)) }
    }
  },
})

/** A row that applies objects in turn, which are there before: `object(context, i, { name, v })`. */
const applies = (title, times, { path, object }) => ({
  title,
  times,
  async make(context) {
    const names = Array.from({ length: turns }, () => next(context, 'applied'))
    const request = (i) => {
      const name = names[i % turns]
      const body = object(context, i % turns, { name, v: `v${context.count++}` })
      return send('PATCH', `${path}/${name}${fieldManager}`, { object: body, headers: apply })
    }
    for (let i = 0; i < turns; i++) await context.connection.object(request(i))
    return request
  },
})

/** A row that deletes what is created before. */
const deletes = (title, times, { path, object }) => ({
  title,
  times,
  async make(context, total) {
    const names = Array.from({ length: total }, () => next(context, 'deleted'))
    for (const [i, name] of names.entries()) {
      await context.connection.object(send('POST', path, { object: object(context, i, name) }))
    }
    return (i) => ({ method: 'DELETE', path: `${path}/${names[i % total]}` })
  },
})

const patches = (title, type, bodyOf) => ({
  title,
  times: 200,
  make: (context) => (i) => {
    const body = bodyOf(`v${context.count++}`)
    return send('PATCH', `${reading}/pods/${podName(context, i)}`, { object: body, headers: { 'content-type': type } })
  },
})

const podName = ({ made }, i) => made[(i * 7) % made.length].metadata.name
const reads = (title, times, { path, headers = {} }) => ({ title, times, make: () => () => ({ path, headers }) })
const readsPod = (title, headers) => ({
  title,
  times: 2000,
  make: (context) => (i) => ({ path: `${reading}/pods/${podName(context, i)}`, headers }),
})

const withLabel = (object, v) => ({
  ...object,
  metadata: { ...object.metadata, labels: { ...object.metadata.labels, v } },
})
const unconditional = (object, v) => {
  const { metadata, ...rest } = withLabel(object, v)
  const { resourceVersion: _version, ...others } = metadata
  return { ...rest, metadata: others }
}
const leaseOf = (_context, i, name) => ({
  metadata: { name },
  spec: { holderIdentity: `node-${i}`, leaseDurationSeconds: 40, renewTime: '2026-01-01T00:00:00.000000Z' },
})
const renewed = (lease, v) => ({
  ...lease,
  spec: { ...lease.spec, renewTime: `2026-01-01T00:00:00.${v.slice(1).padStart(6, '0')}Z` },
})

/** What is written: its path, what is created, and what an update makes of it. */
const configMaps = {
  path: `${writing}/configmaps`,
  object: (_context, _i, name) => configMap(name, 'v'),
  change: unconditional,
}
const pods = { path: `${writing}/pods`, object: newPod, change: unconditional }
const customResources = { path: routes, object: (_context, i, name) => routeOf(i, name), change: withLabel }
const leases = {
  path: '/apis/coordination.k8s.io/v1/namespaces/written/leases',
  object: leaseOf,
  change: renewed,
}

const merge = (v) => ({ metadata: { labels: { v } } })

/**
 * Rows of requests: `title`, how many `times`, and `make(context, total)`, which prepares and gives what makes the request of a
 * number. A context has `connection`, `made` (the pods that are stored) and `count`, for names and values that are new.
 */
export const readRows = [
  reads('GET /version', 2000, { path: '/version' }),
  readsPod('GET pod, JSON', {}),
  readsPod('GET pod, protobuf', protobuf),
  reads('LIST 1,000 pods, JSON', 16, { path: `${reading}/pods?limit=1000` }),
  reads('LIST 1,000 pods, protobuf', 16, { path: `${reading}/pods?limit=1000`, headers: protobuf }),
  reads('LIST 1,000 pods as Table', 16, { path: `${reading}/pods?limit=1000`, headers: as('Table') }),
  reads('LIST 1,000 pods, metadata', 16, {
    path: `${reading}/pods?limit=1000`,
    headers: as('PartialObjectMetadataList'),
  }),
  {
    title: 'LIST 500 pods with continue',
    times: 16,
    async make({ connection }) {
      const { metadata } = await connection.object({ path: `${reading}/pods?limit=500` })
      return () => ({ path: `${reading}/pods?limit=500&continue=${encodeURIComponent(metadata.continue)}` })
    },
  },
  {
    title: 'LIST pods of a node',
    times: 200,
    make: ({ made }) => {
      const selector = encodeURIComponent(`spec.nodeName=${made[0].spec.nodeName}`)
      return () => ({ path: `${reading}/pods?fieldSelector=${selector}` })
    },
  },
]

export const writeRows = [
  creates('create ConfigMap', 400, configMaps),
  creates('create pod', 200, pods),
  creates('create custom resource', 200, customResources),
  updates('update ConfigMap', 400, configMaps),
  updates('update pod', 200, pods),
  updates('update custom resource', 200, customResources),
  updates('update Lease', 400, leases),
  patches('merge patch of a pod', 'application/merge-patch+json', merge),
  patches('strategic patch of a pod', 'application/strategic-merge-patch+json', merge),
  patches('JSON patch of a pod', 'application/json-patch+json', (value) => [
    { op: 'add', path: '/metadata/labels/v', value },
  ]),
  applies('apply of a ConfigMap', 200, {
    path: configMaps.path,
    object: (_context, _i, { name, v }) => ({ apiVersion: 'v1', kind: 'ConfigMap', ...configMap(name, v) }),
  }),
  applies('apply of a pod', 100, {
    path: pods.path,
    object: (context, i, { name, v }) => withLabel(appliedPod(context, i, name), v),
  }),
  applies('apply of a custom resource', 200, {
    path: customResources.path,
    object: (_context, i, { name, v }) => withLabel(routeOf(i, name), v),
  }),
  deletes('delete ConfigMap', 200, configMaps),
  deletes('delete pod', 100, pods),
]

/** What Node alone spends on an exchange of such a size: no row can cost less. The path says how many bytes are answered. */
export const boundRows = [
  reads('bound: Node alone, nothing answered', 2000, { path: '/0' }),
  reads('bound: Node alone, 9 KB answered', 2000, { path: '/9000' }),
  {
    title: 'bound: Node alone, 600 bytes read, 900 answered',
    times: 2000,
    make: () => () => ({ method: 'PUT', path: '/900', headers: json, body: filler.repeat(2).slice(0, 600) }),
  },
]
