import { Pod } from 'apimachinery/api/core/v1'
import { GroupVersionResource } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { listerWatcherFor } from '../../src/cache/lister-watcher.js'
import { Client } from '../../src/client/client.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

/** A client of a server that gives one answer, and the queries that it was sent. */
function clientOf(text: string) {
  const queries: Record<string, string>[] = []
  const transport = new InProcessTransport(async ({ path }) => {
    queries.push(Object.fromEntries(new URL(path, 'http://x').searchParams))
    return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(text) }
  })
  return { client: Client.from({ transport, format: 'json' }), queries }
}
const widgets = new GroupVersionResource('example.com', 'v1', 'widgets')
const list =
  '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"p"}}]}'

describe('messages call what is read', () => {
  const { client } = clientOf('{}')

  it('by its kind', () => {
    expect(listerWatcherFor(client.resource(Pod))).toMatchObject({
      resource: 'pods',
      kind: '/v1, Kind=Pod',
      noMatch: 'no matches for kind "Pod" in version "v1"',
    })
  })

  it('by its resource where its class is for all kinds', () => {
    const names = { resource: 'widgets', kind: widgets.toString(), noMatch: `no matches for ${widgets}` }
    expect(listerWatcherFor(client.resource(widgets))).toMatchObject(names)
  })

  it('by its resource where its class is of another group or version', () => {
    const kindOf = (gvr: GroupVersionResource) => {
      const resource = client.resource(Pod) as never as { kind: object; inNamespace: undefined }
      const { group, version, resource: name } = gvr
      const other = Object.create(resource, { kind: { value: { ...resource.kind, group, version, resource: name } } })
      return listerWatcherFor(other as never).kind
    }
    expect(kindOf(new GroupVersionResource('', 'v1', 'pods'))).toBe('/v1, Kind=Pod')
    expect(kindOf(new GroupVersionResource('', 'v2', 'pods'))).toBe('/v2, Resource=pods')
    expect(kindOf(new GroupVersionResource('x', 'v1', 'pods'))).toBe('x/v1, Resource=pods')
  })

  it('in one namespace, or in all', () => {
    expect(listerWatcherFor(client.resource(Pod).namespace('ns')).namespace).toBe('ns')
    expect(listerWatcherFor(client.resource(Pod)).namespace).toBeUndefined()
  })
})

describe('what is read', () => {
  it('is what the selection fits, whatever the reflector asks', async () => {
    const { client, queries } = clientOf(list)
    const source = listerWatcherFor(client.resource(Pod), { labelSelector: 'a=b', fieldSelector: 'metadata.name=p' })
    const found = await source.list({ resourceVersion: '0', labelSelector: 'c=d' })
    expect(found.items.map(({ metadata }) => metadata?.name)).toEqual(['p'])
    expect(found.metadata?.resourceVersion).toBe('7')
    const selection = { labelSelector: 'a=b', fieldSelector: 'metadata.name=p' }
    expect(queries).toEqual([{ resourceVersion: '0', ...selection }])
    const watch = source.watch({ resourceVersion: '7' })
    await watch.next().catch(() => undefined)
    expect(queries[1]).toMatchObject({ watch: 'true', resourceVersion: '7', ...selection })
  })

  it('is everything without a selection, and a watch that ends is not opened again', async () => {
    const { client, queries } = clientOf('')
    const source = listerWatcherFor(client.resource(Pod))
    expect(await source.watch({ resourceVersion: '7' }).next()).toEqual({ value: undefined, done: true })
    expect(queries).toHaveLength(1)
    expect(Object.keys(queries[0] ?? {})).not.toContain('labelSelector')
  })
})
