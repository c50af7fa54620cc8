import { plainObjects } from '../surfaces/objects.mjs'
import { many, members, nest } from './parts.mjs'

const deep = (depth) => nest(depth, (a) => ({ a }), {})

/** Messages between servers and clients. */
export const services = {
  discovery: () => ({
    'many groups': [
      {
        kind: 'APIGroupList',
        groups: many(8000, (i) => ({ name: `g${i}`, versions: [{ groupVersion: `g${i}/v1`, version: 'v1' }] })),
      },
    ],
    'one group over and over': [
      {
        kind: 'APIGroupList',
        groups: many(8000, () => ({ name: 'g', versions: [{ groupVersion: 'g/v1', version: 'v1' }] })),
      },
    ],
    'many versions': [
      { kind: 'APIGroup', name: 'g', versions: many(15_000, (i) => ({ groupVersion: `g/v${i}`, version: `v${i}` })) },
    ],
    'many resources': [
      { kind: 'APIGroup', name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] },
      {
        kind: 'APIResourceList',
        groupVersion: 'apps/v1',
        resources: many(8000, (i) => ({ name: `r${i}`, kind: `K${i}`, namespaced: true, verbs: [] })),
      },
    ],
    'one resource over and over': [
      { kind: 'APIGroup', name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] },
      {
        kind: 'APIResourceList',
        groupVersion: 'apps/v1',
        resources: many(8000, () => ({
          name: 'deployments',
          kind: 'Deployment',
          shortNames: ['deploy'],
          namespaced: true,
          verbs: [],
        })),
      },
    ],
    'one resource in many groups': many(2000, (i) => ({
      kind: 'APIGroupDiscoveryList',
      items: [
        {
          metadata: { name: `g${i}` },
          versions: [
            {
              version: 'v1',
              resources: [{ resource: 'pods', responseKind: { kind: 'Pod' }, scope: 'Namespaced', verbs: [] }],
            },
          ],
        },
      ],
    })),
  }),
  'discovery of definitions': () => ({
    'many definitions': many(2000, (i) => ({
      ...plainObjects[2],
      spec: { ...plainObjects[2].spec, group: `g${i}.com` },
    })),
    'many versions': [
      {
        ...plainObjects[2],
        spec: { ...plainObjects[2].spec, versions: many(8000, (i) => ({ name: `v${i}`, served: true })) },
      },
    ],
    'one group': many(2000, (i) => ({
      ...plainObjects[2],
      spec: { ...plainObjects[2].spec, names: { plural: `p${i}`, kind: `K${i}` } },
    })),
  }),
  'admission review': () => ({
    'a large object': {
      ...plainObjects[3],
      request: {
        uid: 'u',
        operation: 'CREATE',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data: members(50_000, (i) => [`k${i}`, 'v']) },
      },
    },
    'a deep object': {
      ...plainObjects[3],
      request: {
        uid: 'u',
        operation: 'CREATE',
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, x: deep(3000) },
      },
    },
  }),
  'conversion review': () => ({
    'many objects': {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: {
        uid: 'u',
        desiredAPIVersion: 'apps/v1',
        objects: many(8000, () => ({ apiVersion: 'apps/v1', kind: 'Deployment' })),
      },
    },
    'a deep object': {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: {
        uid: 'u',
        desiredAPIVersion: 'apps/v1',
        objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', x: deep(3000) }],
      },
    },
  }),
}
