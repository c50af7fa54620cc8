import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as apiextensions from '../../../src/api/apiextensions/v1/index.js'
import { addToScheme } from '../../../src/api/index.js'
import { scalar, struct } from '../../../src/descriptor/build.js'
import {
  type Discovery,
  discoveryFromCRDs,
  discoveryFromDocuments,
  discoveryFromScheme,
  mergeDiscovery,
  newDiscoveryRESTMapper,
} from '../../../src/meta/index.js'
import { TypedObject } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { GroupVersionKind } from '../../../src/schema/index.js'
import { thrown } from '../../thrown.js'

/** Code and path of an error of this library. */
function codeAndPath(error: Error): object {
  const { code, path } = error as Error & { code?: string; path?: string }
  return { code, path }
}

const legacyDocuments = [
  {
    kind: 'APIResourceList',
    groupVersion: 'apps/v1',
    resources: [
      {
        name: 'deployments',
        singularName: 'deployment',
        namespaced: true,
        kind: 'Deployment',
        verbs: ['get'],
        shortNames: ['deploy'],
        categories: ['all'],
      },
      {
        name: 'deployments/scale',
        singularName: '',
        namespaced: true,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: [],
      },
    ],
  },
  {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: 'apps',
        versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
      },
      { name: 'gone.example.com', versions: [{ groupVersion: 'gone.example.com/v1', version: 'v1' }] },
    ],
  },
  { kind: 'APIVersions', versions: ['v1'] },
  {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [{ name: 'nodes', singularName: '', namespaced: false, kind: 'Node', verbs: null }],
  },
]

function aggregated(apiVersion: string): object {
  const resource = (name: string, kind: string, more: object = {}) => ({
    resource: name,
    responseKind: { group: 'apps', version: 'v1', kind },
    scope: 'Namespaced',
    singularResource: kind.toLowerCase(),
    verbs: ['get'],
    ...more,
  })
  return {
    apiVersion,
    kind: 'APIGroupDiscoveryList',
    items: [
      {
        metadata: { name: 'apps' },
        versions: [
          { version: 'v2', freshness: 'Stale', resources: [] },
          {
            version: 'v1',
            freshness: 'Current',
            resources: [
              resource('deployments', 'Deployment', {
                shortNames: ['deploy'],
                subresources: [
                  {
                    subresource: 'scale',
                    responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
                    verbs: ['get'],
                  },
                  { subresource: 'nothing' },
                ],
              }),
              {
                resource: 'virtual',
                scope: 'Cluster',
                subresources: [{ subresource: 'status', responseKind: { kind: 'Status', group: '', version: 'v1' } }],
              },
            ],
          },
        ],
      },
    ],
  }
}

const names = ({ resourceLists }: Discovery) =>
  resourceLists.map(({ groupVersion, resources }) => [groupVersion, resources.map(({ name }) => name)])

describe('documents of a server', () => {
  test('legacy ones, in any order', () => {
    const discovery = discoveryFromDocuments(...legacyDocuments)
    expect(discovery.groups.map(({ name }) => name)).toEqual(['', 'apps', 'gone.example.com'])
    expect(names(discovery)).toEqual([
      ['apps/v1', ['deployments', 'deployments/scale']],
      ['v1', ['nodes']],
    ])
    const mapper = newDiscoveryRESTMapper(discovery)
    expect(`${mapper.resourceFor({ resource: 'node' })}`).toBe('/v1, Resource=nodes')
    expect(mapper.restMapping({ group: '', kind: 'Node' }).scope.name).toBe('root')
    expect(mapper.restMapping({ group: 'apps', kind: 'Deployment' }).scope.name).toBe('namespace')
    expect(thrown(() => mapper.resourceFor({ resource: 'deployments/scale' })).message).toContain('no matches')
  })

  test('aggregated ones, every property of every resource', () => {
    const { groups, resourceLists, failures } = discoveryFromDocuments(aggregated('apidiscovery.k8s.io/v2'))
    const v1 = { groupVersion: 'apps/v1', version: 'v1' }
    expect(groups).toEqual([{ name: 'apps', versions: [v1], preferredVersion: v1 }])
    const deployments = { singularName: 'deployment', namespaced: true, verbs: ['get'] }
    expect(resourceLists).toEqual([
      {
        groupVersion: 'apps/v1',
        resources: [
          {
            ...deployments,
            name: 'deployments',
            group: 'apps',
            version: 'v1',
            kind: 'Deployment',
            shortNames: ['deploy'],
            categories: [],
          },
          { ...deployments, name: 'deployments/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
          {
            name: 'virtual/status',
            singularName: '',
            namespaced: false,
            group: '',
            version: 'v1',
            kind: 'Status',
            verbs: [],
          },
        ],
      },
    ])
    expect(failures.map(({ name, message }) => [name, message])).toEqual([
      ['StaleGroupVersionError', 'stale GroupVersion discovery: apps/v2'],
    ])
    const unnamed = { apiVersion: 'apidiscovery.k8s.io/v2', kind: 'APIGroupDiscoveryList', items: [{}] }
    expect(discoveryFromDocuments(unnamed).groups).toEqual([{ name: '', versions: [], preferredVersion: undefined }])
  })

  test.each(['apidiscovery.k8s.io/v2', 'apidiscovery.k8s.io/v2beta1'])('aggregated: %s', (apiVersion) => {
    const discovery = discoveryFromDocuments(aggregated(apiVersion))
    expect(discovery.groups).toEqual([
      {
        name: 'apps',
        versions: [{ groupVersion: 'apps/v1', version: 'v1' }],
        preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
      },
    ])
    expect(names(discovery)).toEqual([['apps/v1', ['deployments', 'deployments/scale', 'virtual/status']]])
    expect(discovery.failures.map(({ message }) => message)).toEqual(['stale GroupVersion discovery: apps/v2'])
    expect(`${newDiscoveryRESTMapper(discovery).kindFor({ resource: 'deployment' })}`).toBe('apps/v1, Kind=Deployment')
  })

  test.each([
    [null as never, 'documents[0]'],
    [[], 'documents[0]'],
    [{ kind: 'Pod' }, 'documents[0].kind'],
    [{}, 'documents[0].kind'],
    [{ kind: 'APIGroupList', groups: [{ name: 1 }] }, 'documents[0].groups[0].name'],
    [{ kind: 'APIResourceList', resources: [{ name: 'a', shortNames: [1] }] }, 'documents[0].resources[0].shortNames'],
    [{ kind: 'APIResourceList', resources: [{}, { namespaced: 1 }] }, 'documents[0].resources[1].namespaced'],
    [{ kind: 'APIResourceList', resources: [{ verbs: 'get' }] }, 'documents[0].resources[0].verbs'],
    [{ kind: 'APIGroupList', groups: [{ preferredVersion: [] }] }, 'documents[0].groups[0].preferredVersion'],
    [{ kind: 'APIVersions', versions: {} }, 'documents[0].versions'],
    [{ kind: 'APIGroupDiscoveryList', items: {} }, 'documents[0].items'],
    [{ kind: 'APIGroupDiscoveryList', items: [null] }, 'documents[0].items'],
  ])('%j is refused', (document, path) => {
    const error = thrown(() => discoveryFromDocuments(document))
    expect(codeAndPath(error)).toEqual({ code: 'InvalidDiscovery', path })
  })

  test('a document without versions is not a group', () => {
    expect(discoveryFromDocuments({ kind: 'APIVersions', versions: [] }).groups).toEqual([])
  })
})

function crd(versions: object[], more: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'stable.example.com',
      scope: 'Namespaced',
      names: { plural: 'crontabs', kind: 'CronTab', shortNames: ['ct'], categories: ['all'] },
      versions,
      ...more,
    },
  }
}

describe('CustomResourceDefinitions', () => {
  test('served versions in the order of version priority', () => {
    const discovery = discoveryFromCRDs(
      crd([
        { name: 'v1beta1', served: true },
        { name: 'v1alpha1', served: false },
        { name: 'v1', served: true, subresources: { status: {}, scale: {} } },
      ]),
    )
    expect(discovery.groups[0]?.versions.map(({ version }) => version)).toEqual(['v1', 'v1beta1'])
    expect(discovery.groups[0]?.preferredVersion?.version).toBe('v1')
    expect(names(discovery)).toEqual([
      ['stable.example.com/v1beta1', ['crontabs']],
      ['stable.example.com/v1', ['crontabs', 'crontabs/status', 'crontabs/scale']],
    ])
    const mapper = newDiscoveryRESTMapper(discovery)
    expect(`${mapper.resourceFor({ resource: 'crontab' })}`).toBe('stable.example.com/v1, Resource=crontabs')
  })

  test('accepted names take precedence over requested ones', () => {
    const installed = {
      ...crd([{ name: 'v1', served: true }]),
      status: { acceptedNames: { plural: 'tabs', singular: 'tab', kind: 'Tab' } },
    }
    expect(discoveryFromCRDs(installed).resourceLists[0]?.resources[0]).toMatchObject({
      name: 'tabs',
      singularName: 'tab',
      kind: 'Tab',
    })
    const waiting = { ...crd([{ name: 'v1', served: true }]), status: { acceptedNames: { plural: '', kind: '' } } }
    expect(discoveryFromCRDs(waiting).resourceLists[0]?.resources[0]).toMatchObject({
      name: 'crontabs',
      singularName: 'crontab',
    })
  })

  test('v1beta1 with one version', () => {
    const discovery = discoveryFromCRDs(crd([], { version: 'v1', scope: 'Cluster', subresources: { status: {} } }))
    expect(names(discovery)).toEqual([['stable.example.com/v1', ['crontabs', 'crontabs/status']]])
    expect(discovery.resourceLists[0]?.resources[0]?.namespaced).toBe(false)
  })

  test('a typed definition reads as its JSON does', () => {
    const plain = crd([{ name: 'v1', served: true, storage: true }])
    const typed = new apiextensions.CustomResourceDefinition(plain as never)
    expect(discoveryFromCRDs(typed)).toEqual(discoveryFromCRDs(plain))
  })

  test('what is no definition', () => {
    const error = thrown(() => discoveryFromCRDs({ spec: { versions: 'v1' } }))
    expect(codeAndPath(error)).toEqual({ code: 'InvalidDiscovery', path: 'crds[0].spec.versions' })
  })

  const folder = '../shared/upstream/crds/gateway-api'
  test.skipIf(!existsSync(folder))('the Gateway API (skipped without ../shared)', () => {
    const documents = readdirSync(folder).flatMap((file) =>
      parseAllDocuments(readFileSync(`${folder}/${file}`, 'utf8')),
    )
    const crds = documents.map((document) => document.toJSON() as { kind?: string } | null)
    const definitions = crds.filter((each) => each?.kind === 'CustomResourceDefinition') as object[]
    const mapper = newDiscoveryRESTMapper(discoveryFromCRDs(...definitions))
    expect(`${mapper.resourceFor({ resource: 'httproute' })}`).toBe('gateway.networking.k8s.io/v1, Resource=httproutes')
    expect(mapper.restMapping({ group: 'gateway.networking.k8s.io', kind: 'GatewayClass' }).scope.name).toBe('root')
  })
})

describe('a Scheme', () => {
  const scheme = new Scheme()
  addToScheme(scheme)
  const discovery = discoveryFromScheme(scheme)
  const mapper = newDiscoveryRESTMapper(discovery)

  test.each([
    ['endpoints', '/v1, Resource=endpoints'],
    ['events', '/v1, Resource=events'],
    ['ingress', 'networking.k8s.io/v1, Resource=ingresses'],
    ['deployments', 'apps/v1, Resource=deployments'],
    ['networkpolicies', 'networking.k8s.io/v1, Resource=networkpolicies'],
    ['storageclass', 'storage.k8s.io/v1, Resource=storageclasses'],
    ['customresourcedefinitions', 'apiextensions.k8s.io/v1, Resource=customresourcedefinitions'],
  ])('%s', (resource, expected) => {
    expect(`${mapper.resourceFor({ resource })}`).toBe(expected)
  })

  test('knows what was added, and guesses nothing', () => {
    expect(mapper.restMapping({ group: '', kind: 'Node' }).scope.name).toBe('root')
    expect(`${mapper.resourceFor({ group: 'storage', resource: 'storageclasses' })}`).toContain('storage.k8s.io/v1')
    expect(thrown(() => mapper.resourceFor({ resource: 'deleteoptions' })).message).toContain('no matches')
    expect(thrown(() => mapper.kindFor({ resource: 'statuses' })).message).toContain('no matches')
  })

  test('classes without a resource', () => {
    class Silent extends TypedObject {
      static readonly groupVersionKind = new GroupVersionKind<Silent>('g.example.com', 'v1', 'Policy')
      static readonly descriptor = struct('com.example.Policy', () => [['kind', 1, scalar('string'), '']])
    }
    const own = new Scheme()
    own.addKinds(Silent)
    expect(discoveryFromScheme(own).groups).toEqual([])
    const guessing = newDiscoveryRESTMapper(discoveryFromScheme(own, { guess: () => 'Cluster' }))
    expect(guessing.restMapping({ group: 'g.example.com', kind: 'Policy' })).toMatchObject({
      resource: { resource: 'policies' },
      scope: { name: 'root' },
    })
  })

  test('merged with definitions of a group it has', () => {
    const merged = mergeDiscovery(discovery, discoveryFromCRDs(crd([{ name: 'v1', served: true }], { group: 'apps' })))
    const both = newDiscoveryRESTMapper(merged)
    expect(`${both.resourceFor({ resource: 'crontabs' })}`).toBe('apps/v1, Resource=crontabs')
    expect(`${both.resourceFor({ resource: 'deployments' })}`).toBe('apps/v1, Resource=deployments')
  })

  test.each([[undefined], [null], ['text'], [[]], [{ kind: 'Pod' }]])('refuses %j', (document) => {
    expect(() => discoveryFromDocuments(document as never)).toThrowError(
      expect.objectContaining({ code: 'InvalidDiscovery' }),
    )
  })
})
