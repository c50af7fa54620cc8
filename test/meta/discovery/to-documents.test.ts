import { describe, expect, test } from 'vitest'
import { APIGroupDiscoveryList } from '../../../src/api/apidiscovery/v2/types.gen.js'
import type { DiscoveredResource, Discovery } from '../../../src/meta/discovery/discovery.js'
import { discoveryFromDocuments } from '../../../src/meta/discovery/from-documents.js'
import { aggregatedDiscoveryOf, aggregatedResourcesOf } from '../../../src/meta/discovery/to-aggregated.js'
import {
  apiGroupListOf,
  apiGroupOf,
  apiResourceListOf,
  apiVersionsOf,
} from '../../../src/meta/discovery/to-documents.js'
import { fromUnstructured } from '../../../src/runtime/objects/unstructured-converter.js'

const verbs = ['create', 'delete', 'get', 'list', 'watch']
const pods: DiscoveredResource[] = [
  { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs, shortNames: ['po'], categories: ['all'] },
  { name: 'pods/status', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
  {
    name: 'pods/eviction',
    singularName: '',
    namespaced: true,
    ...{ group: 'policy', version: 'v1', kind: 'Eviction' },
    verbs: ['create'],
    acceptedTypes: [{ group: 'policy', version: 'v1beta1', kind: 'Eviction' }],
  },
  { name: 'orphans/log', singularName: '', namespaced: false, kind: '', verbs: ['get'] },
]
const v1 = { groupVersion: 'v1', version: 'v1' }
const apps = { groupVersion: 'apps/v1', version: 'v1' }
const discovery: Discovery = {
  groups: [
    { name: '', versions: [v1], preferredVersion: v1 },
    { name: 'apps', versions: [apps], preferredVersion: apps },
  ],
  resourceLists: [{ groupVersion: 'v1', resources: pods }],
  failures: [],
}

describe('documents of unaggregated discovery', () => {
  test('are written as by an API server', () => {
    expect(JSON.stringify(apiVersionsOf(discovery, [{ clientCIDR: '0.0.0.0/0', serverAddress: 'a:1' }]))).toBe(
      '{"apiVersion":"v1","kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[{"clientCIDR":"0.0.0.0/0","serverAddress":"a:1"}]}',
    )
    const group =
      '"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],"preferredVersion":{"groupVersion":"apps/v1","version":"v1"}'
    expect(JSON.stringify(apiGroupListOf(discovery))).toBe(
      `{"apiVersion":"v1","kind":"APIGroupList","groups":[{${group}}]}`,
    )
    expect(JSON.stringify(apiGroupOf(discovery.groups[1]!))).toBe(`{"apiVersion":"v1","kind":"APIGroup",${group}}`)
  })

  test('a list of resources leaves out empty values', () => {
    expect(JSON.parse(JSON.stringify(apiResourceListOf('v1', pods).resources.slice(0, 3)))).toEqual([
      {
        name: 'pods',
        singularName: 'pod',
        namespaced: true,
        kind: 'Pod',
        verbs,
        shortNames: ['po'],
        categories: ['all'],
      },
      { name: 'pods/status', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get'] },
      {
        name: 'pods/eviction',
        singularName: '',
        namespaced: true,
        group: 'policy',
        version: 'v1',
        kind: 'Eviction',
        verbs: ['create'],
      },
    ])
  })

  test('read back as they were', () => {
    const documents = [apiVersionsOf(discovery), apiGroupListOf(discovery), apiResourceListOf('v1', pods)]
    expect(discoveryFromDocuments(...documents).groups).toEqual(discovery.groups)
    const [list] = discoveryFromDocuments(...documents).resourceLists
    expect(list?.resources.map(({ name, kind }) => `${name} ${kind}`)).toEqual(pods.map((r) => `${r.name} ${r.kind}`))
  })
})

describe('aggregated discovery', () => {
  test('puts subresources into their resources, as ConvertGroupVersionIntoToDiscovery does', () => {
    const [resource, orphan] = aggregatedResourcesOf('v1', pods)
    expect(resource).toEqual({
      resource: 'pods',
      responseKind: { group: '', version: 'v1', kind: 'Pod' },
      scope: 'Namespaced',
      singularResource: 'pod',
      verbs,
      shortNames: ['po'],
      categories: ['all'],
      subresources: [
        { subresource: 'status', responseKind: { group: '', version: 'v1', kind: 'Pod' }, verbs: ['get'] },
        {
          subresource: 'eviction',
          responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
          acceptedTypes: [{ group: 'policy', version: 'v1beta1', kind: 'Eviction' }],
          verbs: ['create'],
        },
      ],
    })
    const none = { group: '', version: '', kind: '' }
    expect(orphan).toEqual({
      ...{ resource: 'orphans', responseKind: none, scope: 'Cluster', singularResource: '', verbs: [] },
      subresources: [{ subresource: 'log', responseKind: none, verbs: ['get'] }],
    })
  })

  test('is read back, stale versions as failures', () => {
    const document = aggregatedDiscoveryOf(discovery, { stale: ['apps/v1'] })
    expect(document.items[0]?.metadata).toEqual({})
    const typed = fromUnstructured(document as never, APIGroupDiscoveryList)
    expect(typed.items?.[1]?.versions).toEqual([{ version: 'v1', freshness: 'Stale' }])
    const read = discoveryFromDocuments(document)
    expect(read.failures.map(String)).toEqual(['StaleGroupVersionError: stale GroupVersion discovery: apps/v1'])
    expect(read.resourceLists[0]?.resources.map(({ name }) => name)).toEqual(['pods', 'pods/status', 'pods/eviction'])
  })

  test('refuses a subresource of another scope', () => {
    const odd = { name: 'pods/odd', singularName: '', namespaced: false, kind: 'Pod', verbs: ['get'] }
    expect(() => aggregatedResourcesOf('v1', [...pods, odd])).toThrow(
      'Parent pods (scope: Namespaced) and subresource odd (scope: Cluster) scope do not match',
    )
  })
})
