import { type Release, releaseOf } from 'apimachinery/api/releases'
import { describe, expect, test } from 'vitest'
import { configMap, configMaps, TestAPI } from './test-api.js'

const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const json = { 'content-type': 'application/json-patch+json' }

async function patched(headers: Record<string, string>, body: unknown, release?: Release) {
  const api = await TestAPI.start({ release })
  const owners = [{ apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'u' }]
  await api.call('POST', configMaps, {
    body: configMap('a', { metadata: { name: 'a', finalizers: ['x.y/f'], ownerReferences: owners }, data: { k: 'v' } }),
  })
  const { status, body: answer } = await api.call('PATCH', `${configMaps}/a?fieldManager=m`, { headers, body })
  return { status, reason: answer.reason, message: answer.message, data: answer.data, metadata: answer.metadata }
}

// What upstream's `applyPatchToObject` makes of errors of k8s.io/apimachinery/pkg/util/strategicpatch.
describe('a strategic patch', () => {
  test('with keys to keep that are no list is a bad request', async () => {
    expect(await patched(strategic, { data: { $retainKeys: 5 } })).toMatchObject({ status: 400, reason: 'BadRequest' })
  })

  test.each([
    [{ metadata: { finalizers: [['x.y/g']] } }],
    [{ metadata: { '$deleteFromPrimitiveList/finalizers': [['x.y/f']] } }],
  ])('%j whose elements are not like those of the object fails', async (body) => {
    expect(await patched(strategic, body)).toMatchObject({
      status: 500,
      message: expect.stringContaining('list element types are not identical'),
    })
  })

  test('is done in its own way: lists by their keys, and what is null goes', async () => {
    const other = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'w' }
    const body = { metadata: { ownerReferences: [other], finalizers: ['x.y/g'] }, data: { k: null, l: '1' } }
    const { status, data, metadata } = await patched(strategic, body)
    expect([status, data]).toEqual([200, { l: '1' }])
    expect(metadata.ownerReferences.map(({ uid }: { uid: string }) => uid).sort()).toEqual(['u', 'w'])
    expect([...metadata.finalizers].sort()).toEqual(['x.y/f', 'x.y/g'])
  })
})

// Facts of `jsonPatcher.applyJSPatch` of k8s.io/apiserver/pkg/endpoints/handlers.
describe('a JSON patch', () => {
  test('that does not fit is not processable', async () => {
    const test = [{ op: 'test', path: '/data/k', value: 'other' }]
    expect(await patched(json, test)).toMatchObject({ status: 422, reason: 'Invalid' })
    const missing = [{ op: 'remove', path: '/data/missing' }]
    expect((await patched(json, missing)).status).toBe(422)
  })

  test('of something else than a list is a bad request', async () => {
    expect(await patched(json, { op: 'test' })).toMatchObject({ status: 400, reason: 'BadRequest' })
  })

  test('has at most ten thousand operations', async () => {
    const operations = (count: number) =>
      Array.from({ length: count }, () => ({ op: 'test', path: '/data/k', value: 'v' }))
    expect((await patched(json, operations(10_000))).status).toBe(200)
    expect(await patched(json, operations(10_001))).toMatchObject({
      status: 413,
      message: expect.stringContaining('The allowed maximum operations in a JSON patch is 10000, got 10001'),
    })
  })
})

describe('a list by name and by selector', () => {
  test.each([
    ['fieldSelector=metadata.name=a', 200],
    ['fieldSelector=metadata.name=b', 400],
    ['fieldSelector=', 200],
    ['fieldSelector=metadata.namespace=ns', 400],
  ])('is of one object: %s: %i', async (query, status) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const controller = new AbortController()
    const path = `/api/v1/watch/namespaces/ns/configmaps/a?timeoutSeconds=1&${query}`
    const answer = api.call('GET', path, { signal: controller.signal })
    expect((await answer).status).toBe(status)
    if (status === 400)
      expect((await answer).body.message).toBe("fieldSelector metadata.name doesn't match requested name")
  })
})

// Facts of `validateAndTranscodePatch` of k8s.io/apiserver/pkg/endpoints/handlers, and of what releases before it did.
describe('a patch that cannot be read', () => {
  const merge = { 'content-type': 'application/merge-patch+json' }
  const apply = { 'content-type': 'application/apply-patch+yaml' }
  const earlier = releaseOf('1.36')
  const text = (content: string) => Buffer.from(content)

  test.each([
    [json, '[{'],
    [merge, ''],
    [merge, '{"data":{}} {}'],
    [strategic, '{data: {}}'],
  ])('with %j and %j is no JSON', async (headers, content) => {
    const answer = await patched(headers, text(content))
    expect(answer).toMatchObject({ status: 400, reason: 'BadRequest', message: 'invalid JSON patch' })
    expect(await patched(headers, text(content), earlier)).toMatchObject({ status: 400, reason: 'BadRequest' })
    expect((await patched(headers, text(content), earlier)).message).not.toBe('invalid JSON patch')
  })

  test('as YAML is refused with what YAML says', async () => {
    const message = 'error encoding patch: yaml: mapping values are not allowed in this context'
    expect(await patched(apply, text('a: b: c'))).toMatchObject({ status: 400, message })
    const before =
      'error decoding YAML: error converting YAML to JSON: yaml: mapping values are not allowed in this context'
    expect(await patched(apply, text('a: b: c'), earlier)).toMatchObject({ status: 400, message: before })
  })

  test('to an object is refused in the words of the release', async () => {
    const rest =
      'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}'
    expect((await patched(apply, text('[]'))).message).toBe(`error decoding patch: ${rest}`)
    expect((await patched(apply, text('[]'), earlier)).message).toBe(`error decoding YAML: ${rest}`)
  })
})
