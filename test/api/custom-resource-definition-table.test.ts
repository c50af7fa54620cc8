import { describe, expect, it } from 'vitest'
import { nonScalarSetWarnings } from '../../src/api/apiextensions/custom-resource-definition/schema/list-set-warnings.js'
import { CustomResourceDefinition } from '../../src/api/apiextensions/v1/types.gen.js'
import { releaseOf } from '../../src/api/releases/release.js'
import { builtInTableConvertor } from '../../src/api/tables/built-in-tables.js'

const set = (items: object) => ({ type: 'array', 'x-kubernetes-list-type': 'set', items })

function definition(properties: object): CustomResourceDefinition {
  return new CustomResourceDefinition({
    metadata: { name: 'planets.clu.example', creationTimestamp: '2026-01-02T03:04:05Z' },
    spec: {
      group: 'clu.example',
      scope: 'Cluster',
      names: { plural: 'planets', kind: 'Planet', shortNames: ['pl', 'p'] },
      versions: [
        { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: { type: 'object', properties } } },
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        { name: 'v0', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  } as ConstructorParameters<typeof CustomResourceDefinition>[0])
}

describe('the table of custom resource definitions', () => {
  const cells = async (release?: string) => {
    const kind = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
    const convertor = await builtInTableConvertor({
      ...kind,
      release: release === undefined ? undefined : releaseOf(release),
    })
    const { columnDefinitions, rows } = convertor.convertToTable(definition({}))
    return columnDefinitions.map(({ name }, at) => [name, rows[0]?.cells[at]])
  }

  // Source: tableconvertor of k8s.io/apiextensions-apiserver v0.37.2.
  it('shows scope, versions and names', async () => {
    expect(await cells()).toEqual([
      ['Name', 'planets.clu.example'],
      ['Scope', 'Cluster'],
      ['Versions', 'v1(storage),v2'],
      ['Created At', '2026-01-02T03:04:05Z'],
      ['Group', 'clu.example'],
      ['Kind', 'Planet'],
      ['ShortNames', 'pl,p'],
      ['Established', true],
    ])
  })

  it('shows name and time in earlier releases', async () => {
    expect(await cells('1.36')).toEqual([
      ['Name', 'planets.clu.example'],
      ['Created At', '2026-01-02T03:04:05Z'],
    ])
  })
})

describe('warnings about sets', () => {
  const warning = (type: string) =>
    `x-kubernetes-list-type: set for items of type "${type}" is not supported by server-side apply or CEL validation rules`

  it('are for items that are no scalars, wherever they are, once and sorted', () => {
    const inner = { type: 'object', properties: { b: set({ type: 'array' }) } }
    const properties = {
      a: set({ type: 'object' }),
      inner,
      other: set({ type: 'object' }),
      fine: set({ type: 'string' }),
    }
    expect(nonScalarSetWarnings(definition(properties))).toEqual([warning('array'), warning('object')])
  })

  it('are not repeated by an update', () => {
    const old = definition({ a: set({ type: 'object' }) })
    const changed = definition({ a: set({ type: 'object' }), b: set({ type: 'array' }) })
    expect(nonScalarSetWarnings(changed, old)).toEqual([warning('array')])
  })
})
