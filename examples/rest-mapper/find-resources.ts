// What a command line tool does with the names its users type: node dist/examples/rest-mapper/find-resources.js po deploy.apps hpa
import { addToScheme } from 'apimachinery/api'
import {
  DiscoveryCategoryExpander,
  discoveryFromCRDs,
  discoveryFromScheme,
  isNoMatchError,
  mergeDiscovery,
  newDiscoveryRESTMapper,
  ShortcutExpander,
  UnionCategoryExpander,
} from 'apimachinery/meta'
import { Scheme } from 'apimachinery/runtime'
import { parseResourceArg } from 'apimachinery/schema'

/** A kind that no class describes: its definition says how it is served. */
const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wg'], categories: ['all'] },
    versions: [
      { name: 'v1beta1', served: true, storage: false },
      { name: 'v1', served: true, storage: true },
    ],
  },
}

const scheme = new Scheme()
addToScheme(scheme)
const discovery = mergeDiscovery(discoveryFromScheme(scheme), discoveryFromCRDs(widgets))
const mapper = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery)

/** `po` → `/api/v1/namespaces/{namespace}/pods`. */
function pathOf(name: string): string {
  const { groupVersionResource, groupResource } = parseResourceArg(name)
  const kind = mapper.kindFor(groupVersionResource ?? groupResource)
  const { resource, scope } = mapper.restMapping(kind, kind.version)
  const root = resource.group === '' ? '/api' : `/apis/${resource.group}`
  const namespace = scope.name === 'namespace' ? '/namespaces/{namespace}' : ''
  return `${root}/${resource.version}${namespace}/${resource.resource}`
}

const names = process.argv.slice(2)
for (const name of names.length > 0
  ? names
  : ['po', 'deploy.apps', 'hpa', 'wg', 'widgets.v1beta1.example.com', 'gadgets']) {
  try {
    console.log(`${name}: ${pathOf(name)}`)
  } catch (error) {
    if (!isNoMatchError(error)) throw error
    console.log(`${name}: the server doesn't have a resource type "${name}"`)
  }
}
// A union names every resource once, however many versions it has.
const categories = new UnionCategoryExpander([new DiscoveryCategoryExpander(discovery)])
console.log(`all: ${categories.expand('all')?.join(', ')}`)
