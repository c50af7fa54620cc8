const text = { type: 'string' }
const number = { type: 'integer', format: 'int32' }
const object = (properties, required = []) => ({ type: 'object', properties, ...(required.length > 0 && { required }) })
const list = (items, keys) => ({
  ...{ type: 'array', items },
  ...(keys !== undefined && { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys }),
})

const backend = object({ name: text, port: { ...number, minimum: 1, maximum: 65535 }, weight: number }, ['name'])
const header = object({ type: text, name: text, value: text }, ['name'])
const match = object({ path: object({ type: text, value: text }), method: text, headers: list(header) })
const filter = object({ type: text, requestHeaderModifier: object({ add: list(object({ name: text, value: text })) }) })
const rule = object({
  matches: list(match),
  filters: list(filter),
  backendRefs: list(backend),
  timeouts: object({ request: text, backendRequest: text }),
})
const parent = object({ group: text, kind: text, name: text }, ['name'])
const condition = object(
  {
    type: text,
    status: { ...text, enum: ['True', 'False', 'Unknown'] },
    reason: text,
    message: text,
    observedGeneration: { type: 'integer', format: 'int64' },
    lastTransitionTime: { ...text, format: 'date-time' },
  },
  ['type', 'status'],
)
const openAPIV3Schema = object({
  apiVersion: text,
  kind: text,
  metadata: { type: 'object' },
  spec: object({
    parentRefs: list(parent),
    hostnames: { type: 'array', items: { ...text, maxLength: 253 }, 'x-kubernetes-list-type': 'set' },
    rules: list(rule),
  }),
  status: object({
    parents: list(object({ parentRef: parent, controllerName: text, conditions: list(condition, ['type']) })),
  }),
})

/** The definition of the routes of `custom-resource.mjs`, structural, with their schema. */
export const routeDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'httproutes.gateway.example.com' },
  spec: {
    group: 'gateway.example.com',
    scope: 'Namespaced',
    names: { plural: 'httproutes', singular: 'httproute', kind: 'HTTPRoute', listKind: 'HTTPRouteList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  },
}
