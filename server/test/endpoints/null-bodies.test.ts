import { afterAll, beforeAll, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'

let server: APIServer

beforeAll(async () => {
  server = await APIServer.start({ admissionPlugins: { disable: ['ServiceAccount'] } })
  await server.ready()
})

afterAll(() => server.stop())

// Recorded from a server over k8s.io/apiextensions-apiserver v0.36.3: `unstrictYAMLToJSON` and `json.Unmarshal` of
// `Serializer.Decode` in k8s.io/apimachinery/pkg/runtime/serializer/json take a document without a value for an empty object.
it.each([
  ['application/json', 'null'],
  ['application/json', ' null\n'],
  ['application/yaml', 'null'],
  ['application/yaml', '~'],
  ['application/yaml', ''],
  ['application/yaml', '---\n'],
  ['application/yaml', '# nothing\n'],
])('%s: %j is an object without a name', async (type, body) => {
  for (const validation of ['Ignore', 'Warn', 'Strict']) {
    const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': type }
    const path = `https://localhost/api/v1/namespaces/default/configmaps?fieldValidation=${validation}`
    const response = await server.generic.fetch(new Request(path, { method: 'POST', headers, body }))
    const { message } = (await response.json()) as { message: string }
    expect([response.status, message]).toEqual([
      422,
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ])
  }
})

it.each(['[]', '- a', '1', '"null"'])('%s is no object', async (body) => {
  const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/yaml' }
  const path = 'https://localhost/api/v1/namespaces/default/configmaps'
  expect((await server.generic.fetch(new Request(path, { method: 'POST', headers, body }))).status).toBe(400)
})
