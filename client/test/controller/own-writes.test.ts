import { Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { OwnWrites } from '../../src/controller/own-writes.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

/** Own writes through a server that answers each request with the next version of one pod. */
function newWrites({ seen = true, phases = ['watching'], metadata = {} } = {}) {
  let version = 0
  const waited: string[] = []
  const transport = new InProcessTransport(async () => {
    const answered = { name: 'p', namespace: 'ns', resourceVersion: String(++version), ...metadata }
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: answered })
    return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(text) }
  })
  const factory = {
    waitsFor: ({ resource, resourceVersion }: { resource: string; resourceVersion: string }) => {
      waited.push(`${resource} ${resourceVersion}`)
      return [Promise.resolve(seen)]
    },
    informers: () => [{ state: () => phases.map((phase) => ({ phase })) }],
  }
  const writes = new OwnWrites({ factory } as never, { timeout: 1000 })
  const client = writes.client(Client.from({ transport, format: 'json' }), 'key')
  const wait = () => writes.wait('key', { signal: new AbortController().signal })
  return { pods: client.resource(Pod).namespace('ns'), waited, wait }
}
const pod = new Pod({ metadata: { name: 'p', namespace: 'ns' } })

type Pods = ReturnType<typeof newWrites>['pods']

describe('of its own writes a controller waits', () => {
  it.each<[string, (pods: Pods) => Promise<unknown>, string[]]>([
    ['for an object that it makes', (pods) => pods.create(pod), ['pods 1']],
    ['for one that it changes', (pods) => pods.update(pod), ['pods 1']],
    ['for one that it deletes', (pods) => pods.delete('p'), ['pods 1']],
    ['for a status', (pods) => pods.status().update(pod), ['pods 1']],
    ['not for another sub-resource', (pods) => pods.subresource('resize').update(pod), []],
    ['not for what it reads', (pods) => pods.get('p'), []],
    ['not for a status that it reads', (pods) => pods.status().get('p'), []],
    ['for the last of an object', (pods) => pods.create(pod).then(() => pods.update(pod)), ['pods 2']],
  ])('%s', async (_, write, expected) => {
    const { pods, waited, wait } = newWrites()
    await write(pods)
    expect([await wait(), waited]).toEqual(['seen', expected])
    // Once seen they are forgotten.
    expect([await wait(), waited]).toEqual(['seen', expected])
  })

  it.each([{ name: '' }, { resourceVersion: '' }])('not for an answer with %j', async (metadata) => {
    const { pods, waited, wait } = newWrites({ metadata })
    await pods.create(pod)
    expect([await wait(), waited]).toEqual(['seen', []])
  })

  it('again where the cache has lost its server, and not where it has not', async () => {
    const behind = newWrites({ seen: false, phases: ['watching', 'failed'] })
    await behind.pods.create(pod)
    expect([await behind.wait(), await behind.wait()]).toEqual(['behind', 'behind'])
    expect(behind.waited).toHaveLength(2)
    const unseen = newWrites({ seen: false })
    await unseen.pods.create(pod)
    expect([await unseen.wait(), await unseen.wait()]).toEqual(['unseen', 'seen'])
    expect(unseen.waited).toHaveLength(1)
  })
})
