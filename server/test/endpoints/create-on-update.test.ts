import { Scheme } from 'apimachinery/runtime'
import { describe, expect, test } from 'vitest'
import type { AdmissionPlugin } from '../../src/admission/index.js'
import { alwaysAllow, alwaysDeny } from '../../src/authorization/always.js'
import { defaultStrategy } from '../../src/registry/default-strategy.js'
import { TestAPI } from './test-api.js'
import { addWardleToScheme, Flunder } from './wardle.js'

const scheme = new Scheme()
addWardleToScheme(scheme)
const strategy = { ...defaultStrategy(Flunder, scheme), allowCreateOnUpdate: true }
const flunders = '/apis/wardle.example.com/v1/namespaces/ns/flunders'
const flunder = (name: string, more: object = {}) => ({
  ...{ apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name }, ...more },
})

/** What admission is asked: operation, whether there is an old object, and the options of the request. */
async function started(authorizer: typeof alwaysAllow | undefined = alwaysAllow) {
  const asked: unknown[] = []
  const note =
    (phase: string): AdmissionPlugin['admit'] =>
    async ({ operation, name, oldObject, options }) => {
      const { kind, dryRun } = options as { kind?: string; dryRun?: readonly string[] }
      asked.push([phase, operation, name, oldObject !== undefined, kind, dryRun?.join() ?? ''])
    }
  const admission = { handles: () => true, admit: note('admit'), validate: note('validate') } as AdmissionPlugin
  const api = await TestAPI.start({ admission, ...(authorizer && { authorizer }) }, { flunder: { strategy } })
  return { api, asked }
}

// Facts of `UpdateResource` of k8s.io/apiserver/pkg/endpoints/handlers.
describe('an update of what is not there', () => {
  test('creates it, and admission sees a creation with options of one', async () => {
    const { api, asked } = await started()
    const { status, body } = await api.call('PUT', `${flunders}/a?fieldManager=me`, { body: flunder('a') })
    expect(status).toBe(201)
    expect(asked).toEqual([
      ['admit', 'CREATE', 'a', false, 'CreateOptions', ''],
      ['validate', 'CREATE', 'a', false, 'CreateOptions', ''],
    ])
    asked.length = 0
    const changed = { ...body, spec: { reference: 'x' } }
    expect((await api.call('PUT', `${flunders}/a?dryRun=All`, { body: changed })).status).toBe(200)
    expect(asked).toEqual([
      ['admit', 'UPDATE', 'a', true, 'UpdateOptions', 'All'],
      ['validate', 'UPDATE', 'a', true, 'UpdateOptions', 'All'],
    ])
  })

  test('leaves no trace of a dry run', async () => {
    const { api, asked } = await started()
    expect((await api.call('PUT', `${flunders}/a?dryRun=All`, { body: flunder('a') })).status).toBe(201)
    expect(asked).toContainEqual(['validate', 'CREATE', 'a', false, 'CreateOptions', 'All'])
    expect((await api.call('GET', `${flunders}/a`)).status).toBe(404)
  })

  test('needs the right to create', async () => {
    const { api } = await started(alwaysDeny)
    const { status, body } = await api.call('PUT', `${flunders}/a`, { body: flunder('a') })
    expect(status).toBe(403)
    expect(body.message).toContain(
      'cannot create resource "flunders" in API group "wardle.example.com" in the namespace "ns"',
    )
    const without = await TestAPI.start({}, { flunder: { strategy } })
    const failed = await without.call('PUT', `${flunders}/a`, { body: flunder('a') })
    expect([failed.status, failed.body.message]).toEqual([
      500,
      'Internal error occurred: no authorizer provided, unable to authorize a create on update',
    ])
  })

  test('must name the same object in the path and in the body', async () => {
    const { api } = await started()
    const answer = async (path: string, metadata: object) => {
      const { status, body } = await api.call('PUT', `${flunders}/${path}`, { body: { ...flunder('a'), metadata } })
      return [status, body.message]
    }
    expect(await answer('b', { name: 'a' })).toEqual([
      400,
      'the name of the object (a) does not match the name on the URL (b)',
    ])
    expect(await answer('a', { name: 'a', namespace: 'other' })).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ])
    expect((await answer('a', { name: 'a', namespace: 'ns' }))[0]).toBe(201)
  })
})
