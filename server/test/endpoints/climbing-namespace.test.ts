import { describe, expect, test } from 'vitest'
import { configMap, TestAPI } from './test-api.js'

describe('a namespace name that would leave its folder in the store', () => {
  test.each([
    ['GET', '%2e%2e', '..'],
    ['DELETE', '%2e%2e', '..'],
    ['GET', '%2e', '.'],
  ])('%s of an object in %s is a bad request', async (method, escaped, namespace) => {
    const api = await TestAPI.start()
    const { status, body } = await api.call(method, `/api/v1/namespaces/${escaped}/configmaps/a`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      kind: 'Status',
      reason: 'BadRequest',
      message: `Namespace parameter invalid: "${namespace}": may not be '${namespace}'`,
    })
  })

  test.each(['', '?watch=1', '?fieldSelector=metadata.name%3Da'])('so is a list: %s', async (query) => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('GET', `/api/v1/namespaces/%2e%2e/configmaps${query}`)
    expect([status, body.reason]).toEqual([400, 'BadRequest'])
  })

  test('a namespace with dots in it is none of these', async () => {
    const api = await TestAPI.start()
    expect((await api.call('GET', '/api/v1/namespaces/a..b/configmaps/a')).status).toBe(404)
    expect((await api.call('POST', '/api/v1/namespaces/%2e%2e/configmaps', { body: configMap('a') })).status).not.toBe(
      500,
    )
  })
})
