import { Random } from './random.mjs'

const apps = ['billing', 'catalog', 'gateway', 'inventory', 'ledger', 'mailer', 'search', 'sessions']
const namespaces = ['default', 'payments', 'platform', 'storefront']
const environment = [
  'CACHE_URL',
  'DATABASE_HOST',
  'FEATURE_FLAGS',
  'LOG_LEVEL',
  'OTEL_ENDPOINT',
  'QUEUE_NAME',
  'REGION',
]

function fields(...names) {
  return Object.fromEntries(names.map((name) => [`f:${name}`, {}]))
}

function managedFields(random, ownerUID, container) {
  const variables = environment.map((name) => [`k:{"name":"${name}"}`, { '.': {}, ...fields('name', 'value') }])
  const containerFields = {
    '.': {},
    'f:env': { '.': {}, ...Object.fromEntries(variables) },
    ...fields('image', 'imagePullPolicy', 'name'),
    'f:ports': {
      '.': {},
      'k:{"containerPort":8080,"protocol":"TCP"}': { '.': {}, ...fields('containerPort', 'protocol') },
    },
    'f:resources': { '.': {}, 'f:requests': { '.': {}, ...fields('cpu', 'memory') } },
  }
  const time = random.time()
  const entry = { operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1' }
  return [
    {
      manager: 'kube-controller-manager',
      ...entry,
      fieldsV1: {
        'f:metadata': {
          'f:generateName': {},
          'f:labels': { '.': {}, ...fields('app.kubernetes.io/name', 'pod-template-hash', 'team') },
          'f:ownerReferences': { '.': {}, [`k:{"uid":"${ownerUID}"}`]: {} },
        },
        'f:spec': {
          'f:containers': { [`k:{"name":"${container}"}`]: containerFields },
          ...fields('dnsPolicy', 'enableServiceLinks', 'restartPolicy', 'terminationGracePeriodSeconds'),
        },
      },
    },
    {
      manager: 'kubelet',
      ...entry,
      fieldsV1: {
        'f:status': {
          'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, ...fields('lastTransitionTime', 'status', 'type') } },
          ...fields('containerStatuses', 'hostIP', 'phase', 'podIP', 'startTime'),
        },
      },
      subresource: 'status',
    },
  ]
}

function metadata(random, app, index) {
  const hash = random.text(10)
  const ownerUID = random.uuid()
  const generateName = `${app}-${hash}-`
  return {
    name: generateName + random.text(5),
    generateName,
    namespace: random.pick(namespaces),
    uid: random.uuid(),
    resourceVersion: String(184000000 + index * 37),
    creationTimestamp: random.time(),
    labels: {
      'app.kubernetes.io/instance': `${app}-${random.pick(['blue', 'green'])}`,
      'app.kubernetes.io/name': app,
      'app.kubernetes.io/version': `${random.below(9)}.${random.below(30)}.${random.below(12)}`,
      'pod-template-hash': hash,
      team: random.pick(['core', 'growth', 'payments']),
      tier: random.pick(['backend', 'frontend']),
    },
    annotations: {
      'checksum/config': random.hex(64),
      'prometheus.io/path': '/metrics',
      'prometheus.io/port': '9090',
      'prometheus.io/scrape': 'true',
    },
    ownerReferences: [
      {
        ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${app}-${hash}`, uid: ownerUID },
        ...{ controller: true, blockOwnerDeletion: true },
      },
    ],
    managedFields: managedFields(random, ownerUID, app),
  }
}

function probe(path, periodSeconds) {
  return {
    httpGet: { path, port: 'http', scheme: 'HTTP' },
    ...{ initialDelaySeconds: 5, timeoutSeconds: 2, periodSeconds, successThreshold: 1, failureThreshold: 3 },
  }
}

function environmentOf(random) {
  const plain = environment.map((name) => ({ name, value: `${name.toLowerCase()}-${random.hex(12)}` }))
  return [
    ...plain,
    { name: 'DATABASE_PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
    { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
  ]
}

function mainContainer(random, app, image) {
  return {
    name: app,
    image,
    args: ['--listen=:8080', `--shard=${random.below(64)}`, '--graceful-shutdown=25s'],
    ports: [
      { name: 'http', containerPort: 8080, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
    ],
    env: environmentOf(random),
    resources: {
      limits: { cpu: `${1 + random.below(4)}`, memory: `${1 + random.below(4)}Gi` },
      requests: { cpu: `${100 * (1 + random.below(9))}m`, memory: `${128 * (1 + random.below(6))}Mi` },
    },
    volumeMounts: [
      { name: 'config', readOnly: true, mountPath: `/etc/${app}` },
      { name: 'scratch', mountPath: '/tmp' },
      { name: 'token', readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
    ],
    livenessProbe: probe('/healthz', 10),
    readinessProbe: probe('/readyz', 5),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
    securityContext: {
      ...{ capabilities: { drop: ['ALL'] }, runAsNonRoot: true },
      ...{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    },
  }
}

function sidecar(random) {
  return {
    name: 'proxy',
    image: `registry.example.com/mesh/proxy:${random.below(9)}.${random.below(20)}`,
    ports: [{ name: 'proxy', containerPort: 15001, protocol: 'TCP' }],
    resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '50m', memory: '64Mi' } },
    volumeMounts: [{ name: 'token', readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }],
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  }
}

function volumes(random, app) {
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    {
      downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] },
    },
  ]
  return [
    { name: 'config', configMap: { name: `${app}-config`, defaultMode: 420 } },
    { name: 'scratch', emptyDir: { sizeLimit: `${64 * (1 + random.below(8))}Mi` } },
    { name: 'token', projected: { sources, defaultMode: 420 } },
  ]
}

function spec(random, app, image) {
  const seconds = { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }
  return {
    volumes: volumes(random, app),
    containers: [mainContainer(random, app, image), sidecar(random)],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    serviceAccountName: app,
    serviceAccount: app,
    nodeName: `node-${random.below(200)}.example.com`,
    securityContext: { runAsUser: 1000 + random.below(900), runAsNonRoot: true, fsGroup: 2000 },
    schedulerName: 'default-scheduler',
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', ...seconds },
      { key: 'node.kubernetes.io/unreachable', ...seconds },
    ],
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  }
}

function containerStatus(random, name, image) {
  return {
    name,
    state: { running: { startedAt: random.time() } },
    lastState: {},
    ...{ ready: true, restartCount: random.below(5), image },
    imageID: `registry.example.com/${name}@sha256:${random.hex(64)}`,
    containerID: `containerd://${random.hex(64)}`,
    started: true,
  }
}

function status(random, containers) {
  const podIP = random.ip()
  const hostIP = random.ip()
  const condition = (type) => ({ type, status: 'True', lastProbeTime: null, lastTransitionTime: random.time() })
  return {
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(condition),
    ...{ hostIP, hostIPs: [{ ip: hostIP }], podIP, podIPs: [{ ip: podIP }], startTime: random.time() },
    containerStatuses: containers.map(({ name, image }) => containerStatus(random, name, image)),
    qosClass: 'Burstable',
  }
}

/** One running pod of 7–8 KB in compact JSON, its fields in Go's order. */
export function makePod(random, index = 0) {
  const app = random.pick(apps)
  const image = `registry.example.com/shop/${app}:${random.below(9)}.${random.below(30)}.${random.below(12)}`
  const podSpec = spec(random, app, image)
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: metadata(random, app, index),
    spec: podSpec,
    status: status(random, podSpec.containers),
  }
}

/** A list of `count` pods that all differ; items carry no kind of their own, as an API server sends them. */
export function makePodList(count, seed = 42) {
  const random = new Random(seed)
  const items = Array.from({ length: count }, (_, index) => {
    const { kind, apiVersion, ...item } = makePod(random, index)
    return item
  })
  return { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '184999999' }, items }
}
