import { ConfigMap } from 'apimachinery/api/core/v1'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { deduplicatedWarnings, warningLogger } from '../../src/rest/warnings.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
const lines: string[] = []
const spy = { restore: (): unknown => undefined }
beforeAll(async () => {
  server = await startAPIServer()
  const mock = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
  spy.restore = () => mock.mockRestore()
})
afterAll(async () => {
  spy.restore()
  await server?.stop()
})
beforeEach(() => {
  lines.length = 0
})

const misspelt = (name: string) => new ConfigMap({ metadata: { name, namespace: 'default' }, dta: { a: 'b' } } as never)

it.each(['json', 'cbor'] as const)(
  'a field that the server does not know is shown, as client-go does: %s',
  async (format) => {
    const client = await server.client('HTTP/2', format)
    await client.create(misspelt(`typed-${format}`))
    expect(lines).toEqual([expect.stringMatching(/^W\d{4} \d\d:\d\d:\d\d\.\d{6} +\d+\] unknown field "dta"$/)])
  },
)

it('also that of an object without a class, in each update', async () => {
  const client = await server.client('in process')
  const maps = await client.resourceFor(new GroupVersionKind('', 'v1', 'ConfigMap'))
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain', namespace: 'default' }, dta: {} }
  await maps.create(new Unstructured(object as never))
  await maps.update(new Unstructured(object as never))
  expect(lines).toHaveLength(2)
})

it('is given to a handler instead, once where that is wanted, or to nobody', async () => {
  const seen: string[] = []
  const onWarning = deduplicatedWarnings(warningLogger({ write: (line) => seen.push(line) }))
  const client = await server.client('in process', 'json', { onWarning })
  await client.create(misspelt('first'))
  await client.create(misspelt('second'))
  expect(seen).toHaveLength(1)
  const silent = await server.client('in process', 'json', { onWarning: false })
  await silent.create(misspelt('third'))
  expect([seen.length, lines]).toEqual([1, []])
})
