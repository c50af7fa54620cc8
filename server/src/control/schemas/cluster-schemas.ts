import type { JSONSchemaProps } from 'apimachinery/openapi'
import { clockSpec } from './clock-schemas.js'
import { anyObject, flag, integer, label, listSchema, mapOf, objectSchema, text, texts, time } from './schema.js'
import { user } from './user-schemas.js'

export const origin: JSONSchemaProps = {
  ...objectSchema({ cluster: text('Name of a cluster.'), snapshot: text('Name of a snapshot.') }),
  description: 'Where the objects of a cluster come from: one of both.',
}

const controllers = texts('Controllers that run, as in the flag of kube-controller-manager: *, NAME, -NAME.')

const nodes: JSONSchemaProps = {
  'x-kubernetes-int-or-string': true,
  description: 'Number of simulated nodes, or the text of a kwok configuration.',
}

export const admissionPlugins = objectSchema({
  enable: texts('Plugins beside the default ones.'),
  disable: texts('Default plugins that are left out.'),
})

export const clusterSpec = objectSchema({
  name: label('Name of the cluster; generated where absent.'),
  from: origin,
  controllers,
  nodes,
  clock: clockSpec,
  users: { type: 'array', items: user, description: 'Users beside admin.' },
  objects: {
    type: 'array',
    items: anyObject('A Kubernetes object.'),
    description: 'Objects to create, in order; definitions of custom resources come first.',
  },
  authorizationModes: {
    type: 'array',
    items: { type: 'string', enum: ['RBAC', 'AlwaysAllow', 'AlwaysDeny', 'Node'] },
    description: 'How requests are allowed. Default: RBAC.',
  },
  admissionPlugins,
  featureGates: mapOf({ type: 'boolean' }, 'Feature gates that differ from their defaults.'),
  runtimeConfig: mapOf({ type: 'boolean' }, 'API versions and resources, by the keys of --runtime-config.'),
  ownPort: flag('The URL has a port of its own, and no path.'),
})

export const cluster = objectSchema(
  {
    name: text('Name of the cluster.'),
    created: time('When it was created.'),
    from: origin,
    url: text('URL of its API server.'),
    certificateAuthority: text('PEM of the authority that signed the certificate of the URL.'),
    token: text('Bearer token of admin.'),
    kubeconfig: text('Text of a kubeconfig of admin.'),
    controllers,
    nodes,
  },
  ['name', 'created', 'url', 'certificateAuthority', 'token', 'kubeconfig', 'controllers', 'nodes'],
)

export const clusterList = listSchema(cluster)

export const snapshotSpec = objectSchema(
  { cluster: text('Name of the cluster.'), name: label('Name of the snapshot; generated where absent.') },
  ['cluster'],
)

export const snapshot = objectSchema(
  {
    name: text('Name of the snapshot.'),
    cluster: text('Where it was taken.'),
    created: time('When it was taken.'),
    resourceVersion: text('The newest resource version in it.'),
  },
  ['name', 'cluster', 'created', 'resourceVersion'],
)

export const snapshotList = listSchema(snapshot)

export const restoreSpec = objectSchema({ snapshot: text('Name of the snapshot.') }, ['snapshot'])

export const idleSpec = objectSchema({
  timeoutMilliseconds: integer('How long to wait. Default: 30,000.'),
})

export const idleAnswer = objectSchema(
  { idle: flag('Always true.'), resourceVersion: text('The newest resource version of the cluster.') },
  ['idle', 'resourceVersion'],
)
