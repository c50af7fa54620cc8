import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcess, startInProcess } from './in-process.js'

describe('events, which two groups serve from one store', () => {
  let running: InProcess
  beforeAll(async () => {
    running = await startInProcess()
  })
  afterAll(() => running.server.stop())

  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = { authorization: `Bearer ${running.server.loopbackToken}`, 'content-type': type }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return (await running.server.generic.fetch(new Request(`https://localhost${path}`, init))).json() as never
  }

  it.each([
    ['events.events.k8s.io', '/apis/events.k8s.io/v1/namespaces/default/events'],
    ['events', '/api/v1/namespaces/default/events'],
  ])('are called in errors as in the request: %s', async (resource, path) => {
    const name = `e-${resource}`
    const involvedObject = { namespace: 'default' }
    const made = await ask('POST', '/api/v1/namespaces/default/events', { metadata: { name }, involvedObject })
    expect(made).toMatchObject({ metadata: { managedFields: [{ apiVersion: 'v1' }] } })
    const regarding = { reportingController: 'c', reportingInstance: 'i', action: 'a', reason: 'r', type: 'Normal' }
    const event = {
      metadata: { name },
      eventTime: '2026-01-01T00:00:00.000000Z',
      ...regarding,
      regarding: involvedObject,
    }
    const again = resource === 'events' ? { metadata: { name }, involvedObject } : event
    expect((await ask('POST', path, again)).message).toBe(`${resource} "${name}" already exists`)
    expect((await ask('GET', `${path}/none`)).message).toBe(`${resource} "none" not found`)
  })

  it('have managed fields in the version of the request', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/default/events'
    const regarding = { namespace: 'default', kind: 'Pod', name: 'p' }
    const facts = { reportingController: 'c', reportingInstance: 'i', action: 'a', reason: 'r', type: 'Normal' }
    const event = { metadata: { name: 'managed' }, eventTime: '2026-01-01T00:00:00.000000Z', regarding, ...facts }
    const fieldsV1 = { 'f:action': {}, 'f:eventTime': {}, 'f:reason': {}, 'f:regarding': {}, 'f:type': {} }
    expect(await ask('POST', path, event)).toMatchObject({
      metadata: { managedFields: [{ operation: 'Update', apiVersion: 'events.k8s.io/v1', fieldsV1 }] },
    })
    const changed = await ask('PATCH', `${path}/managed`, { metadata: { labels: { a: 'b' } } })
    expect(changed).toMatchObject({
      metadata: {
        managedFields: expect.arrayContaining([expect.objectContaining({ apiVersion: 'events.k8s.io/v1' })]),
      },
    })
    const asCore = await ask('GET', '/api/v1/namespaces/default/events/managed')
    expect(asCore).toMatchObject({ metadata: { labels: { a: 'b' } }, involvedObject: regarding })
  })
})
