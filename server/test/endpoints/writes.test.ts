import { describe, expect, test } from 'vitest'
import { AdmissionChain, type AdmissionPlugin } from '../../src/admission/index.js'
import { alwaysAllow, alwaysDeny } from '../../src/authorization/always.js'
import { configMap, configMaps, TestAPI } from './test-api.js'

const merge = { 'content-type': 'application/merge-patch+json' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const json = { 'content-type': 'application/json-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }

describe('field validation', () => {
  const body = '{"metadata":{"name":"a","nope":1},"data":{"a":"1","a":"2"}}'

  test('warns by default, and drops unknown values', async () => {
    const api = await TestAPI.start()
    const created = await api.call('POST', configMaps, { body })
    expect(created.status).toBe(201)
    expect([created.headers.warning].flat()).toEqual([
      '299 - "unknown field \\"metadata.nope\\""',
      '299 - "duplicate field \\"data.a\\""',
    ])
    expect([created.body.data, created.body.metadata.nope]).toEqual([{ a: '2' }, undefined])
  })

  test('refuses where it is to be strict', async () => {
    const api = await TestAPI.start()
    const { status, body: failed } = await api.call('POST', `${configMaps}?fieldValidation=Strict`, { body })
    expect([status, failed.message]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.nope", duplicate field "data.a"',
    ])
  })

  test('says nothing where it is to be ignored', async () => {
    const api = await TestAPI.start()
    const { status, headers } = await api.call('POST', `${configMaps}?fieldValidation=Ignore`, { body })
    expect([status, headers.warning]).toEqual([201, undefined])
  })

  test.each([
    [
      merge,
      '{"nope":1,"metadata":{"labels":{"a":"1","a":"2"}}}',
      ['duplicate field "metadata.labels.a"', 'unknown field "nope"'],
    ],
    [strategic, '{"nope":1}', ['unknown field "nope"']],
    [
      json,
      '[{"op":"add","path":"/nope","value":1,"x":1}]',
      ['json patch unknown field "[0].x"', 'unknown field "nope"'],
    ],
  ])('of a patch %j', async (headers, patch, findings) => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const warned = await api.call('PATCH', `${configMaps}/a`, { headers, body: patch })
    const expected = findings.map((text) => `299 - "${text.replaceAll('"', '\\"')}"`)
    expect([warned.status, [warned.headers.warning].flat()]).toEqual([200, expected])
    const strict = await api.call('PATCH', `${configMaps}/a?fieldValidation=Strict`, { headers, body: patch })
    expect(strict.status).toBe(422)
    expect(strict.body.message).toContain(`strict decoding error: ${findings.join(', ')}`)
  })
})

describe('bodies', () => {
  test.each([
    [
      '{',
      `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input ({)`,
    ],
    [
      '',
      `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)`,
    ],
    [
      '{"kind":"Secret","apiVersion":"v1"}',
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      '{"kind":"Nothing"}',
      'Nothing in version "v1" cannot be handled as a ConfigMap: no kind "Nothing" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      '{"data":{"a":1}}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      '{"metadata":{"name":"a","namespace":"other"}}',
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
  ])('%j', async (body, message) => {
    const api = await TestAPI.start()
    const answer = await api.call('POST', configMaps, { body })
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  test('of another version of the same kind', async () => {
    const api = await TestAPI.start()
    const path = '/apis/wardle.example.com/v1/namespaces/ns/flunders'
    const body = { apiVersion: 'wardle.example.com/v1alpha1', kind: 'Flunder', metadata: { name: 'f' } }
    const answer = await api.call('POST', path, { body })
    expect(answer.body.message).toBe(
      'the API version in the data (wardle.example.com/v1alpha1) does not match the expected API version (wardle.example.com/v1)',
    )
  })

  test('of an update must be of the object in the path', async () => {
    const api = await TestAPI.start()
    const answer = await api.call('PUT', `${configMaps}/a`, { body: configMap('b') })
    expect(answer.body.message).toBe('the name of the object (b) does not match the name on the URL (a)')
  })

  test('own names of prototypes are data', async () => {
    const api = await TestAPI.start()
    const body = '{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}'
    const { body: created, bytes } = await api.call('POST', configMaps, { body })
    expect(Object.keys(created.data).sort()).toEqual(['__proto__', 'constructor'])
    expect(Buffer.from(bytes).toString()).toContain('"__proto__":"x"')
  })
})

describe('options', () => {
  test.each([
    [
      'POST',
      configMaps,
      '?dryRun=Some',
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    ],
    [
      'PUT',
      `${configMaps}/a`,
      '?fieldValidation=no',
      'UpdateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "no": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [
      'DELETE',
      `${configMaps}/a`,
      '?propagationPolicy=x',
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "x": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [
      'GET',
      configMaps,
      '?resourceVersionMatch=Exact',
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
  ] as const)('%s %s%s', async (...[method, path, query, message]) => {
    const api = await TestAPI.start()
    const answer = await api.call(
      method,
      path + query,
      method === 'POST' || method === 'PUT' ? { body: configMap('a') } : {},
    )
    expect([answer.status, answer.body.message]).toEqual([422, message])
  })

  test('an apply names its manager', async () => {
    const api = await TestAPI.start()
    const answer = await api.call('PATCH', `${configMaps}/a`, { headers: apply, body: 'kind: ConfigMap' })
    expect(answer.body.message).toContain('fieldManager: Required value: is required for apply patch')
  })

  test('a deletion takes its options from the body, of any group', async () => {
    const api = await TestAPI.start()
    await api.call('POST', configMaps, { body: configMap('a') })
    const other = await api.call('DELETE', `${configMaps}/a`, { body: { apiVersion: 'v1', kind: 'Pod' } })
    expect(other.body.message).toContain(
      'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    )
    const body = { apiVersion: 'apps/v1', kind: 'DeleteOptions', dryRun: ['All'] }
    expect((await api.call('DELETE', `${configMaps}/a`, { body })).status).toBe(200)
    expect((await api.call('GET', `${configMaps}/a`)).status).toBe(200)
  })
})

describe('apply', () => {
  const config = (k: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: "${k}"}\n`

  describe('of a text with a key twice', () => {
    const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: "1"\n  a: "2"\n'
    const found = 'key \\"a\\" already set in map'

    test('warns by default, and the last one counts', async () => {
      const api = await TestAPI.start({ authorizer: alwaysAllow })
      const answer = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, { headers: apply, body })
      expect([answer.status, answer.body.data]).toEqual([201, { a: '2' }])
      expect([answer.headers.warning].flat()).toEqual([expect.stringContaining(found)])
    })

    test('is refused where the request is strict, and says nothing where it ignores', async () => {
      const api = await TestAPI.start({ authorizer: alwaysAllow })
      const call = (validation: string) =>
        api.call('PATCH', `${configMaps}/a?fieldManager=one&fieldValidation=${validation}`, { headers: apply, body })
      const refused = await call('Strict')
      expect(refused.status).toBe(400)
      expect(refused.body.message).toContain('error strict decoding patch: error converting YAML to JSON')
      const ignored = await call('Ignore')
      expect([ignored.status, ignored.headers.warning]).toEqual([201, undefined])
    })
  })

  test('of no text at all is refused in the words of its format', async () => {
    const api = await TestAPI.start()
    for (const [body, message] of [
      ['a: [', /^error encoding patch: yaml: /],
      ['- a', /^error decoding patch: error /],
    ] as const) {
      const answer = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, { headers: apply, body })
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(message)
    }
  })

  test('creates, and reports conflicts', async () => {
    const api = await TestAPI.start({ authorizer: alwaysAllow })
    const created = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, { headers: apply, body: config('1') })
    expect([created.status, created.body.data]).toEqual([201, { k: '1' }])
    const refused = await api.call('PATCH', `${configMaps}/a?fieldManager=two`, { headers: apply, body: config('2') })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "one": .data.k',
    ])
    const forced = await api.call('PATCH', `${configMaps}/a?fieldManager=two&force=true`, {
      headers: apply,
      body: config('2'),
    })
    expect(forced.body.data).toEqual({ k: '2' })
  })

  test('that changes nothing writes nothing', async () => {
    const api = await TestAPI.start({ authorizer: alwaysAllow })
    const first = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, { headers: apply, body: config('1') })
    const second = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, { headers: apply, body: config('1') })
    expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
  })

  test('that creates needs the right to create', async () => {
    const api = await TestAPI.start({ authorizer: alwaysDeny })
    const { status, body } = await api.call('PATCH', `${configMaps}/a?fieldManager=one`, {
      headers: apply,
      body: config('1'),
    })
    expect(status).toBe(403)
    expect(body.message).toContain('cannot create resource "configmaps" in API group "" in the namespace "ns"')
  })
})

describe('admission', () => {
  test('sees what is written, changes it, and runs again when asked to', async () => {
    const seen: string[] = []
    const first: AdmissionPlugin = {
      handles: () => true,
      async admit({ operation, name, oldObject, dryRun }) {
        seen.push(`${operation} ${name} ${oldObject === undefined ? 'new' : 'old'} ${dryRun}`)
      },
    }
    const second: AdmissionPlugin = {
      handles: (operation) => operation !== 'DELETE',
      async admit({ object, reinvocation }) {
        Object.assign(object as object, { data: { by: 'plugin' } })
        reinvocation.shouldReinvoke = true
      },
      async validate({ object }) {
        seen.push(`validate ${JSON.stringify((object as { data?: object }).data)}`)
      },
    }
    const api = await TestAPI.start({ admission: new AdmissionChain([first, second]) })
    const { body } = await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    expect(body.data).toEqual({ by: 'plugin' })
    await api.call('PATCH', `${configMaps}/a?dryRun=All`, { headers: merge, body: { data: { k: 'w' } } })
    await api.call('DELETE', `${configMaps}/a`)
    const valid = 'validate {"by":"plugin"}'
    expect(seen).toEqual([
      'CREATE a new false',
      'CREATE a new false',
      valid,
      'UPDATE a old true',
      'UPDATE a old true',
      valid,
      'DELETE a old false',
    ])
  })

  test('refuses by throwing', async () => {
    const refusing: AdmissionPlugin = {
      handles: () => true,
      async validate() {
        throw new Error('no')
      },
    }
    const api = await TestAPI.start({ admission: refusing })
    const { status, body } = await api.call('POST', configMaps, { body: configMap('a') })
    expect([status, body.message]).toEqual([500, 'no'])
    expect((await api.call('GET', `${configMaps}/a`)).status).toBe(404)
  })
})

test('duplicate owner references are removed with a warning', async () => {
  const api = await TestAPI.start()
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }
  const metadata = { name: 'a', ownerReferences: [owner, owner] }
  const { body, headers } = await api.call('POST', configMaps, { body: { metadata } })
  expect(body.metadata.ownerReferences).toEqual([owner])
  expect([headers.warning].flat()[0]).toContain('duplicate UID(s) observed: u')
})
