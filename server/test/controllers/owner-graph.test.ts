import { discoveryFromDocuments, StaleGroupVersionError } from 'apimachinery/meta'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { GroupVersion } from 'apimachinery/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { AbsentOwners } from '../../src/controllers/garbage-collector/absent-owners.js'
import { OwnerGraph } from '../../src/controllers/garbage-collector/owner-graph.js'
import type { ObjectIdentity, OwnerNode } from '../../src/controllers/garbage-collector/owner-node.js'
import { collectableResources } from '../../src/controllers/garbage-collector/resource-monitors.js'

let work: string[]
let absent: AbsentOwners
let graph: OwnerGraph
beforeEach(() => {
  work = []
  absent = new AbsentOwners()
  const note = (what: string) => (node: OwnerNode) => void work.push(`${what} ${node.identity.uid}`)
  graph = new OwnerGraph(absent, {
    attemptToDelete: note('delete'),
    attemptToDeleteLater: note('later'),
    attemptToOrphan: note('orphan'),
    invalidNamespace: (dependent, owner) => void work.push(`invalid ${dependent.identity.uid} ${owner.uid}`),
  })
})

const kind = { apiVersion: 'v1', kind: 'Pod' }
const owner = (uid: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Node', name: uid, uid, ...more })
const object = (uid: string, owners: object[] = [], more: object = {}): PartialObjectMetadata =>
  ({ metadata: { name: uid, namespace: 'ns', uid, ownerReferences: owners, ...more } }) as never
const deleting = (finalizer: string) => ({ deletionTimestamp: '2000-01-01T00:00:00Z', finalizers: [finalizer] })
const identity = (uid: string, more: Partial<ObjectIdentity> = {}): ObjectIdentity => ({
  ...{ apiVersion: 'v1', kind: 'Node', namespace: 'ns', name: uid, uid },
  ...more,
})

/** What is to be done since the last call. */
const done = (): string[] => work.splice(0)

describe('the graph of owners', () => {
  it('looks for an owner that was only named, and for its dependents when it is gone', () => {
    graph.observe(kind, object('child', [owner('parent')]))
    expect(done()).toEqual(['delete parent'])
    expect(graph.get('parent')).toMatchObject({ virtual: true, identity: identity('parent') })
    graph.confirmAbsent(identity('parent'))
    expect(done()).toEqual(['delete child'])
    expect(graph.get('parent')).toBeUndefined()
    expect(absent.has(identity('parent'))).toBe(true)
  })

  it('looks at dependents when the deletion of their owner is seen', () => {
    graph.observe(kind, object('parent'))
    graph.observe(kind, object('child', [owner('parent', { kind: 'Pod' })]))
    expect(done()).toEqual([])
    graph.forget(kind, object('parent'))
    expect(done()).toEqual(['delete child'])
    expect(absent.has(identity('parent', { kind: 'Pod' }))).toBe(true)
  })

  it('tries another identity where dependents do not agree, and does not forget the owner', () => {
    graph.observe(kind, object('a', [owner('parent')]))
    graph.observe(kind, object('b', [owner('parent', { kind: 'Secret' })]))
    expect(done()).toEqual(['delete parent', 'delete b'])
    graph.confirmAbsent(identity('parent'))
    expect(done()).toEqual(['delete a', 'later parent'])
    expect(graph.get('parent')).toMatchObject({ virtual: true, identity: identity('parent', { kind: 'Secret' }) })
    // What the server said of one identity says nothing of the other.
    expect(absent.has(identity('parent', { kind: 'Secret' }))).toBe(false)
  })

  it('does not forget an owner that was seen because it is absent under another identity', () => {
    graph.observe(kind, object('bad', [owner('parent')]))
    graph.observe(kind, object('parent'))
    expect(done()).toEqual(['delete parent', 'delete bad'])
    graph.observe(kind, object('good', [owner('parent', { kind: 'Pod' })]))
    graph.confirmAbsent(identity('parent'))
    expect(done()).toEqual(['delete bad'])
    expect(graph.get('parent')).toMatchObject({ virtual: false })
  })

  it('reports dependents in other namespaces, whoever comes first', () => {
    graph.observe(kind, object('parent'))
    graph.observe(kind, object('late', [owner('parent', { kind: 'Pod' })], { namespace: 'other' }))
    expect(done()).toEqual(['invalid late parent', 'delete late'])
    graph.observe(kind, object('early', [owner('second', { kind: 'Pod' })], { namespace: 'other' }))
    graph.observe(kind, object('second'))
    expect(done()).toEqual(['delete second', 'invalid early second', 'delete early'])
  })

  it('looks at objects of the cluster again that name an owner which others name in a namespace', () => {
    graph.observe(kind, object('in-cluster', [owner('parent')], { namespace: undefined }))
    graph.observe(kind, object('in-namespace', [owner('parent')]))
    expect(done()).toEqual(['delete parent', 'delete in-namespace'])
  })

  it('looks at an owner in deletion when what blocks it is gone, or blocks no more', () => {
    graph.observe(kind, object('parent'))
    const blocking = owner('parent', { kind: 'Pod', blockOwnerDeletion: true })
    for (const uid of ['a', 'b', 'c']) graph.observe(kind, object(uid, [blocking]))
    graph.observe(kind, object('parent', [], deleting('foregroundDeletion')), object('parent'))
    expect(done()).toEqual(['delete a', 'delete b', 'delete c', 'delete parent'])
    graph.observe(kind, object('a', [{ ...blocking, blockOwnerDeletion: false }]))
    graph.observe(kind, object('b', []))
    graph.forget(kind, object('c', [blocking]))
    expect(done()).toEqual(['delete parent', 'delete parent', 'delete parent'])
    expect([...(graph.get('parent')?.dependents ?? [])].map((node) => node.identity.uid)).toEqual(['a'])
  })

  it('begins a deletion once', () => {
    graph.observe(kind, object('parent'))
    const orphaning = object('parent', [], deleting('orphan'))
    graph.observe(kind, orphaning, object('parent'))
    graph.observe(kind, orphaning, orphaning)
    expect(done()).toEqual(['orphan parent'])
  })

  it('follows an object into another version of its kind', () => {
    graph.observe({ apiVersion: 'a/v1beta1', kind: 'X' }, object('x'))
    graph.observe({ apiVersion: 'a/v1', kind: 'X' }, object('x'))
    expect(graph.get('x')?.identity).toEqual({ apiVersion: 'a/v1', kind: 'X', namespace: 'ns', name: 'x', uid: 'x' })
    expect(done()).toEqual([])
  })
})

describe('absent owners', () => {
  it('are 500, of which the longest unneeded are forgotten', () => {
    for (let i = 0; i < 500; i++) absent.add(identity(`${i}`))
    expect(absent.has(identity('0'))).toBe(true)
    absent.add(identity('500'))
    expect([absent.has(identity('0')), absent.has(identity('1')), absent.has(identity('500'))]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('are known by all of their identity', () => {
    absent.add(identity('a'))
    for (const more of [{ uid: 'b' }, { name: 'b' }, { namespace: '' }, { kind: 'B' }, { apiVersion: 'v2' }])
      expect(absent.has(identity('a', more))).toBe(false)
  })
})

describe('resources that can be collected', () => {
  const resource = (name: string, verbs = ['delete', 'list', 'watch']) => ({
    name,
    kind: `K${name}`,
    namespaced: true,
    verbs,
  })
  it('are those of the preferred version, and of others what that does not have', () => {
    const discovery = discoveryFromDocuments(
      {
        kind: 'APIGroupList',
        apiVersion: 'v1',
        groups: [
          {
            name: 'g',
            versions: ['v1', 'v2'].map((version) => ({ groupVersion: `g/${version}`, version })),
            preferredVersion: { groupVersion: 'g/v2', version: 'v2' },
          },
        ],
      },
      { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'g/v1', resources: [resource('a'), resource('old')] },
      {
        kind: 'APIResourceList',
        apiVersion: 'v1',
        groupVersion: 'g/v2',
        resources: [resource('a'), resource('a/status'), resource('b', ['delete', 'list']), resource('c', ['get'])],
      },
    )
    const found = [...collectableResources(discovery).values()].map(
      ({ resource, kind }) => `${resource} ${kind.apiVersion}`,
    )
    expect(found.sort()).toEqual(['g/v1, Resource=old g/v1', 'g/v2, Resource=a g/v2'])
    expect(
      collectableResources({
        groups: [],
        resourceLists: [],
        failures: [new StaleGroupVersionError(new GroupVersion('g', 'v1'))],
      }).size,
    ).toBe(0)
  })
})
