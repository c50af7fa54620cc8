import { ConfigMap, Namespace, Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import type { ControllerEvent } from '../../src/controller/controller-event.js'
import { ownerKeys } from '../../src/controller/owner-keys.js'
import {
  and,
  annotationsChanged,
  generationChanged,
  labelsChanged,
  matchesLabels,
  matchesObject,
  not,
  or,
  resourceVersionChanged,
} from '../../src/controller/predicates.js'

const map = (metadata: object): ConfigMap => new ConfigMap({ metadata: { name: 'a', namespace: 'ns', ...metadata } })
const update = (old: object, object: object): ControllerEvent<ConfigMap> => ({
  type: 'update',
  old: map(old),
  object: map(object),
  isResync: false,
})
const others: ControllerEvent<ConfigMap>[] = [
  { type: 'create', object: map({}), isInInitialList: false },
  { type: 'delete', object: map({}), finalStateUnknown: false },
  { type: 'generic', object: map({}) },
]

describe('predicates', () => {
  const cases: { name: string; predicate: typeof labelsChanged; same: object; changed: object }[] = [
    { name: 'generation', predicate: generationChanged, same: { generation: 1 }, changed: { generation: 2 } },
    {
      name: 'resource version',
      predicate: resourceVersionChanged,
      same: { resourceVersion: '1' },
      changed: { resourceVersion: '2' },
    },
    { name: 'labels', predicate: labelsChanged, same: { labels: { a: '1' } }, changed: { labels: { b: '1' } } },
    { name: 'added labels', predicate: labelsChanged, same: {}, changed: { labels: { toString: '1' } } },
    {
      name: 'annotations',
      predicate: annotationsChanged,
      same: { annotations: { a: '1' } },
      changed: { annotations: { a: '2' } },
    },
  ]
  it.each(cases)('let updates pass that change $name, and all other events', ({ predicate, same, changed }) => {
    expect(predicate(update(same, { ...same }))).toBe(false)
    expect(predicate(update(same, changed))).toBe(true)
    expect(predicate(update(changed, same))).toBe(true)
    expect(others.map(predicate)).toEqual([true, true, true])
  })

  it('select by labels and by functions', () => {
    const web = matchesLabels('app in (web)')
    const expressions = matchesLabels({ matchExpressions: [{ key: 'app', operator: 'Exists' }] })
    expect([web(update({ labels: { app: 'web' } }, {})), web(update({}, { labels: { app: 'web' } }))]).toEqual([
      false,
      true,
    ])
    expect(expressions(update({}, { labels: { app: 'db' } }))).toBe(true)
    expect(matchesObject((object: ConfigMap) => object.metadata?.name === 'a')(others[0]!)).toBe(true)
    expect(() => matchesLabels('a in')).toThrow()
  })

  it('combine', () => {
    const event = update({ generation: 1, labels: { a: '1' } }, { generation: 1, labels: { a: '2' } })
    expect(or(generationChanged, labelsChanged)(event)).toBe(true)
    expect(and(generationChanged, labelsChanged)(event)).toBe(false)
    expect(not(generationChanged)(event)).toBe(true)
    expect([and()(event), or()(event)]).toEqual([true, false])
  })
})

describe('ownerKeys', () => {
  const owned = (...owners: object[]): ConfigMap => map({ ownerReferences: owners })
  const reference = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', name, uid: name, ...more })
  const names = (event: ControllerEvent<ConfigMap>, options = {}): string[] =>
    Array.from(ownerKeys<ConfigMap>(Pod, options)(event) as Iterable<{ name: string }>, ({ name }) => name)

  it('names the controller of the kind, both before and after an update', () => {
    const event: ControllerEvent<ConfigMap> = {
      type: 'update',
      old: owned(reference('a', { controller: true })),
      object: owned(reference('b', { controller: true }), reference('c')),
      isResync: false,
    }
    expect(names(event)).toEqual(['a', 'b'])
    expect(names(event, { onlyController: false })).toEqual(['a', 'b', 'c'])
  })

  it('ignores other kinds and groups, not other versions', () => {
    const object = owned(
      { ...reference('kind', { controller: true }), kind: 'Node' },
      { ...reference('group', { controller: true }), apiVersion: 'apps/v1' },
      { ...reference('version', { controller: true }), apiVersion: 'v2' },
    )
    expect(names({ type: 'generic', object })).toEqual(['version'])
  })

  it('finds owners of the cluster without a namespace', () => {
    const object = owned({ apiVersion: 'v1', kind: 'Namespace', name: 'x', uid: 'x', controller: true })
    expect([...(ownerKeys<ConfigMap>(Namespace)({ type: 'generic', object }) as Iterable<object>)]).toEqual([
      { namespace: '', name: 'x', cluster: '' },
    ])
    const namespaced = owned(reference('p', { controller: true }))
    expect([
      ...(ownerKeys<ConfigMap>(Pod, { cluster: 'c' })({ type: 'generic', object: namespaced }) as Iterable<object>),
    ]).toEqual([{ namespace: 'ns', name: 'p', cluster: 'c' }])
  })
})
