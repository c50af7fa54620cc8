import { FakeClock } from 'apimachinery/testing'
import { describe, expect, test } from 'vitest'
import { type Call, configMap, configMaps, TestAPI } from './test-api.js'

/** Reads what a watch sends until `enough`, then hangs up. */
async function watched(api: TestAPI, path: string, { headers = {}, enough = 1 }: Call & { enough?: number } = {}) {
  const controller = new AbortController()
  const response = await api.open('GET', path, { headers, signal: controller.signal })
  const { status, body } = response
  if (body instanceof Uint8Array)
    return { status, headers: response.headers, text: Buffer.from(body).toString(), events: [] }
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.split('\n').length > enough) controller.abort()
  }
  const isJSON = String(response.headers['content-type']).startsWith('application/json')
  const lines = text.split('\n').filter((line) => line !== '')
  return { status, headers: response.headers, text, events: isJSON ? lines.map((line) => JSON.parse(line)) : [] }
}

async function twoMaps(): Promise<TestAPI> {
  const api = await TestAPI.start()
  for (const name of ['a', 'b']) await api.call('POST', configMaps, { body: configMap(name) })
  return api
}

describe('a watch', () => {
  test('begins with what there is, and is told the end of it', async () => {
    const api = await twoMaps()
    const query = '?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const { status, events } = await watched(api, configMaps + query, { enough: 3 })
    expect(status).toBe(200)
    expect(events.map(({ type, object }) => [type, object.metadata.name ?? ''])).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
      ['BOOKMARK', ''],
    ])
    expect(events[2].object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
  })

  test.each([
    [`${configMaps}?watch=true&fieldSelector=metadata.name=b`],
    ['/api/v1/watch/namespaces/ns/configmaps/b'],
    ['/api/v1/watch/namespaces/ns/configmaps?fieldSelector=metadata.name%3Db'],
  ])('of one object: %s', async (path) => {
    const { events } = await watched(await twoMaps(), path)
    expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([['ADDED', 'b']])
  })

  test('sends metadata where it is asked for it', async () => {
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const { events } = await watched(await twoMaps(), `${configMaps}?watch=1`, { headers: { accept }, enough: 2 })
    expect(events[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } })
  })

  test('sends tables, whose columns only the first of them names', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    const { events } = await watched(await twoMaps(), `${configMaps}?watch=1`, { headers: { accept }, enough: 2 })
    expect(events.map(({ object }) => [object.kind, object.rows.length])).toEqual([
      ['Table', 1],
      ['Table', 1],
    ])
    expect(events[0].object.columnDefinitions.length).toBeGreaterThan(0)
    expect(events[1].object.columnDefinitions).toBeNull()
  })

  test('in protobuf has frames that begin with their length', async () => {
    const controller = new AbortController()
    const api = await twoMaps()
    const headers = { accept: 'application/vnd.kubernetes.protobuf;stream=watch' }
    const { body, ...response } = await api.open('GET', `${configMaps}?watch=1`, { headers, signal: controller.signal })
    expect(response.headers['content-type']).toBe('application/vnd.kubernetes.protobuf;stream=watch')
    const chunks: Uint8Array[] = []
    let frames = 0
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      frames = framesIn(Buffer.concat(chunks))
      if (frames === 2) controller.abort()
    }
    expect(frames).toBe(2)
  })

  test('is not to be had in YAML', async () => {
    const { status, text } = await watched(await twoMaps(), `${configMaps}?watch=1`, {
      headers: { accept: 'application/yaml' },
    })
    expect(status).toBe(406)
    expect(text).toContain('only the following media types are accepted: application/json;stream=watch')
  })

  test('answers at once what fails before it begins', async () => {
    const { status, text } = await watched(await twoMaps(), `${configMaps}?watch=1&resourceVersion=x`)
    expect(status).toBe(500)
    expect(JSON.parse(text).message).toContain('Invalid value: "x"')
  })

  test('ends after its time', async () => {
    const clock = new FakeClock(0)
    const api = await TestAPI.start({ clock })
    const reading = watched(api, `${configMaps}?watch=1&timeoutSeconds=5`)
    await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0)
    clock.step(5000)
    expect((await reading).events).toEqual([])
  })
})

function framesIn(bytes: Buffer): number {
  let frames = 0
  for (let at = 0; at + 4 <= bytes.length; frames++) {
    at += 4 + bytes.readUInt32BE(at)
    if (at > bytes.length) break
  }
  return frames
}
