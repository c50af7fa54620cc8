import { InformerFactory } from '@apimachinery/client/cache'
import { TestServer } from '@apimachinery/server/testing'
import { ControllerRevision, StatefulSet } from 'apimachinery/api/apps/v1'
import { everything } from 'apimachinery/labels'
import { newControllerRef } from 'apimachinery/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyRevision } from '../../src/controllers/controller-history/apply-revision.js'
import { ControllerHistory } from '../../src/controllers/controller-history/controller-history.js'
import { newRevision } from '../../src/controllers/controller-history/new-revision.js'
import { sortRevisions } from '../../src/controllers/controller-history/revision-order.js'
import { templatePatch } from '../../src/controllers/controller-history/template-patch.js'

const soon = { timeout: 30_000, interval: 20 }
let server: TestServer
let informers: InformerFactory
beforeAll(async () => {
  server = await TestServer.start()
  informers = new InformerFactory({ client: server.client })
})
afterAll(async () => {
  await informers.stop()
  await server.stop()
})

/** As the server stores it. */
function createSet(name: string, image = 'app:1', args?: string[]): Promise<StatefulSet> {
  const labels = { app: name }
  return server.client.create(
    new StatefulSet({
      metadata: { name, namespace: 'default', annotations: { note: 'kept' } },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image, args }] } },
      },
    }),
  )
}

describe('the revision of a stateful set', () => {
  it('has the name that a real controller manager gave it', async () => {
    const { metadata, revision } = newRevision(await createSet('w'), { revision: 1, collisionCount: 0 })
    expect(metadata?.name).toBe('w-7bd7566497')
    expect(metadata?.labels).toEqual({ app: 'w', 'controller.kubernetes.io/hash': '7bd7566497' })
    expect(metadata?.annotations).toEqual({ note: 'kept' })
    expect(revision).toBe(1)
  })

  it('is written as Go writes it', async () => {
    const text = templatePatch(await createSet('escaped', 'app:1', ['<a>&']))
    expect(text).toMatch(/^\{"spec":\{"template":\{"\$patch":"replace","metadata":\{"labels":/)
    expect(text).toContain(String.raw`"args":["\u003ca\u003e\u0026"]`)
    expect(text).toContain('"resources":{}')
    expect(text).not.toContain('creationTimestamp')
  })

  it('brings its template back', async () => {
    const first = await createSet('restored', 'app:1', ['x'])
    const second = new StatefulSet({ ...first, spec: { ...first.spec!, template: { spec: { containers: [] } } } })
    const restored = applyRevision(second, newRevision(first, { revision: 1, collisionCount: 0 }))
    expect(templatePatch(restored)).toBe(templatePatch(first))
    expect(restored.spec?.selector).toEqual(first.spec?.selector)
  })
})

describe('a history', () => {
  it('finds a revision under its name, and takes another name where that is taken', async () => {
    const revisions = informers.informerFor(ControllerRevision)
    const history = new ControllerHistory(server.client, revisions)
    const set = await createSet('taken')
    const wanted = newRevision(set, { revision: 1, collisionCount: 0 })
    const first = await history.create(set, wanted, 0)
    expect(first.collisionCount).toBe(0)
    expect((await history.create(set, wanted, 0)).revision.metadata?.uid).toBe(first.revision.metadata?.uid)
    await server.client.delete(first.revision)
    await server.client.create(new ControllerRevision({ ...wanted, data: { other: true } }))
    const second = await history.create(set, wanted, 0)
    expect(second.collisionCount).toBe(1)
    expect(second.revision.metadata?.name).not.toBe(first.revision.metadata?.name)
  })

  it('has revisions without a controller, and can change their numbers although they changed meanwhile', async () => {
    const revisions = informers.informerFor(ControllerRevision)
    informers.start()
    await informers.waitForSync()
    const history = new ControllerHistory(server.client, revisions)
    const [set, other] = [await createSet('owner'), await createSet('other')]
    const orphan = await server.client.create(
      new ControllerRevision({ metadata: { name: 'orphan', namespace: 'default' }, data: {}, revision: 1 }),
    )
    const listed = (owner: StatefulSet) => history.list(owner, everything()).map(({ metadata }) => metadata?.name)
    await expect.poll(() => listed(other), soon).toContain('orphan')
    await history.patch(orphan, { metadata: { ownerReferences: [newControllerRef(set)] } })
    await expect.poll(() => listed(other), soon).not.toContain('orphan')
    expect(listed(set)).toContain('orphan')
    expect((await history.renumber(orphan, 7)).revision).toBe(7)
  })

  it('is sorted by number, creation and name', () => {
    const revision = (name: string, number: number, time: string) =>
      new ControllerRevision({ metadata: { name, creationTimestamp: time }, data: {}, revision: number })
    const later = '2020-01-01T00:00:01Z'
    const all = [
      revision('d', 2, later),
      revision('c', 1, later),
      revision('b', 1, later),
      revision('a', 2, '2020-01-01T00:00:00Z'),
    ]
    expect(sortRevisions(all).map(({ metadata }) => metadata?.name)).toEqual(['b', 'c', 'a', 'd'])
  })
})
