import { goOperation, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { makeRoute } from '../payload/custom-resource.mjs'
import { deploymentPair } from '../payload/deployments.mjs'
import { Random } from '../payload/random.mjs'

const count = 1000
const query = 'labelSelector=tier%3Dbackend&limit=500&resourceVersion=7&timeoutSeconds=30&watch=true'
const copying = 'deepCopy of the Deployments'
const copyingRoutes = 'deepCopy of the custom resources'

/** Two versions of a custom kind: `v1beta1` calls `v1`'s hostnames hosts. */
async function routeVersions() {
  const { GroupVersion, GroupVersionKind } = await loadEntry('./schema')
  const { list, scalar, struct, TypedObject } = await loadEntry('./runtime/gen-v1')
  const { Scheme } = await loadEntry('./runtime')
  const classOf = (version) =>
    class extends TypedObject {
      static groupVersionKind = new GroupVersionKind('gateway.networking.k8s.io', version, 'HTTPRoute')
      static descriptor = struct(`example.${version}.HTTPRoute`, () => [
        ['metadata', 1, scalar('any'), '?'],
        ['spec', 2, spec, '?'],
        ['status', 3, scalar('any'), '?'],
      ])
    }
  const spec = struct('example.Spec', () => [
    ['parentRefs', 1, scalar('any'), '?'],
    ['hostnames', 2, list(scalar('string')), '?'],
    ['hosts', 3, list(scalar('string')), '?'],
    ['rules', 4, scalar('any'), '?'],
  ])
  const [V1, V1Beta1] = [classOf('v1'), classOf('v1beta1')]
  const scheme = new Scheme()
  for (const version of ['v1', 'v1beta1'])
    scheme.addKnownTypes(new GroupVersion('gateway.networking.k8s.io', version), version === 'v1' ? V1 : V1Beta1)
  scheme.addConversion(V1, V1Beta1, ({ metadata, spec: { hostnames, ...rest }, status }) => {
    return new V1Beta1({ metadata, spec: { ...rest, hosts: hostnames }, status })
  })
  const random = new Random(5)
  const routes = Array.from({ length: count }, (_, index) => new V1(makeRoute(random, index)))
  return { routes, routeScheme: scheme, target: new GroupVersion('gateway.networking.k8s.io', 'v1beta1') }
}

export const workload = {
  name: 'Defaults, conversion, options',
  about:
    'A thousand Deployments of 6 KB, copied and filled as an API server fills them (Go has these functions in the API server, not in its libraries); a thousand custom resources of 2 KB converted to another version by a hand-written function, with the copy that Go makes, too; `ListOptions` read from a URL query.',
  unit: 'ms',
  async setup() {
    const { ParameterCodec, Scheme } = await loadEntry('./runtime')
    const { addDefaultsToScheme } = await loadEntry('./api/defaults')
    const apps = await loadEntry('./api/apps/v1')
    const { addToScheme } = await loadEntry('./api/core/v1')
    const meta = await loadEntry('./meta/v1')
    const { GroupVersion } = await loadEntry('./schema')
    const scheme = new Scheme()
    apps.addToScheme(scheme)
    addToScheme(scheme)
    addDefaultsToScheme(scheme)
    const { before } = deploymentPair()
    return {
      go: goProgram(),
      scheme,
      meta,
      version: new GroupVersion('', 'v1'),
      codec: new ParameterCodec(scheme),
      deployments: Array.from({ length: count }, () => new apps.Deployment(structuredClone(before))),
      ...(await routeVersions()),
    }
  },
  operations: [
    { name: copying, run: ({ deployments }) => deployments.map((deployment) => deployment.deepCopy()) },
    {
      name: 'deepCopy and defaults',
      baseline: copying,
      run: ({ deployments, scheme }) =>
        deployments.map((deployment) => {
          const copy = deployment.deepCopy()
          scheme.default(copy)
          return copy
        }),
    },
    { name: copyingRoutes, run: ({ routes }) => routes.map((route) => route.deepCopy()) },
    {
      name: 'convertToVersion',
      baseline: copyingRoutes,
      run: ({ routes, routeScheme, target }) => routes.map((route) => routeScheme.convertToVersion(route, target)),
    },
    {
      name: 'ListOptions from a query',
      run: ({ codec, meta, version }) => codec.decodeParameters(new URLSearchParams(query), version, meta.ListOptions),
    },
    goOperation('Go ListOptions from a query', 'ListOptions from a query', {
      op: 'bench.operation',
      in: JSON.stringify({ op: 'options.fromQuery', kind: 'ListOptions', in: query }),
    }),
  ],
}
