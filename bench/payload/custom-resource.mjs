import { Random } from './random.mjs'

/** A custom resource of 2 KB: a route of an HTTP gateway. */
export function makeRoute(random = new Random(5), index = 0) {
  const backend = () => ({ name: random.text(8), port: 8080, weight: random.below(100) })
  const rule = () => ({
    matches: [
      { path: { type: 'PathPrefix', value: `/${random.text(6)}` }, method: 'GET' },
      { headers: [{ type: 'Exact', name: 'x-shard', value: random.text(4) }] },
    ],
    filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier: { add: [{ name: 'x-from', value: 'edge' }] } }],
    backendRefs: [backend(), backend()],
    timeouts: { request: '10s', backendRequest: '2s' },
  })
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {
      ...{ name: `route-${index}`, namespace: 'storefront', uid: random.uuid() },
      ...{ resourceVersion: String(184000000 + index), generation: 3, creationTimestamp: random.time() },
      labels: { app: random.text(8), tier: 'edge' },
    },
    spec: {
      parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }],
      hostnames: ['shop.example.com', 'www.example.com'],
      rules: [rule(), rule(), rule()],
    },
    status: {
      parents: [
        {
          parentRef: { name: 'public' },
          controllerName: 'example.com/gateway',
          conditions: ['Accepted', 'ResolvedRefs'].map((type) => ({
            ...{ type, status: 'True', reason: type, message: '' },
            ...{ observedGeneration: 3, lastTransitionTime: random.time() },
          })),
        },
      ],
    },
  }
}
