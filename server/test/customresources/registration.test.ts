import { TestServer } from '@apimachinery/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, type Body, condition, definition, definitions, isTrue, version } from './api.js'
import { realDefinitions } from './real-definitions.js'

// After registration_test.go, and the tests of the controllers of k8s.io/apiextensions-apiserver.

let server: TestServer
let api: API

beforeAll(async () => {
  server = await TestServer.start({ groups: ['apiregistration.k8s.io'], aggregation: {} })
  api = new API(server)
})
afterAll(() => server.stop())

const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const simple = (kind: string, more: object = {}) => definition(kind, { versions: [version('v1', { spec })], ...more })
const conditions = ({ status }: Body) =>
  status.conditions.map(({ type, status: value, reason, message }: Body) => [type, value, reason, message])

describe('a definition', () => {
  it('gets its names, is established, and says which versions are stored', async () => {
    const body = await api.establish(simple('Widget', { names: { shortNames: ['wd'] } }))
    expect(body.status.acceptedNames).toEqual({
      plural: 'widgets',
      singular: 'widget',
      shortNames: ['wd'],
      kind: 'Widget',
      listKind: 'WidgetList',
    })
    expect(body.status.storedVersions).toEqual(['v1'])
    expect(conditions(body)).toEqual([
      ['NamesAccepted', 'True', 'NoConflicts', 'no conflicts found'],
      ['Established', 'True', 'InitialNamesAccepted', 'the initial names have been accepted'],
    ])
    const { body: apiService } = await api.until(
      '/apis/apiregistration.k8s.io/v1/apiservices/v1.stable.example.com',
      ({ status }) => status === 200,
    )
    expect(apiService).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' } },
      spec: { groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    })
  })

  it('whose names are taken waits until they are free', async () => {
    await api.establish(simple('Taken', { names: { plural: 'takens', shortNames: ['tk'] } }))
    const second = definition('Other', {
      names: { plural: 'others', kind: 'Taken', listKind: 'OtherList', shortNames: ['tk', 'ot'] },
      versions: [version('v1', { spec })],
    })
    await api.call('POST', definitions, second)
    const path = `${definitions}/others.stable.example.com`
    const { body } = await api.until(path, (answer) => condition(answer.body, 'NamesAccepted') !== undefined)
    expect(conditions(body)).toEqual([
      ['NamesAccepted', 'False', 'KindConflict', '"Taken" is already in use'],
      ['Established', 'False', 'NotAccepted', 'not all names are accepted'],
    ])
    expect(body.status.acceptedNames).toMatchObject({ plural: 'others', kind: '' })
    expect((await api.get('/apis/stable.example.com/v1/others')).status).toBe(404)
    await api.call('DELETE', `${definitions}/takens.stable.example.com`)
    await api.until(path, (answer) => isTrue(answer.body, 'Established'))
    await api.until('/apis/stable.example.com/v1/others', ({ status }) => status === 200)
  })

  it('of a group of the community says whether it was approved', async () => {
    const annotated = (value: string) =>
      definition('Approved', {
        group: 'approval.k8s.io',
        metadata: { annotations: { 'api-approved.kubernetes.io': value } },
        versions: [version('v1', { spec })],
      })
    const created = annotated('unapproved, a test')
    await api.establish(created)
    const path = `${definitions}/approveds.approval.k8s.io`
    const first = await api.until(
      path,
      ({ body }) => condition(body, 'KubernetesAPIApprovalPolicyConformant') !== undefined,
    )
    expect(condition(first.body, 'KubernetesAPIApprovalPolicyConformant')).toMatchObject({
      status: 'False',
      reason: 'UnapprovedAnnotation',
      message: 'not approved: "unapproved, a test"',
    })
    await api.call('PATCH', path, { metadata: annotated('https://example.com/pull/1').metadata })
    const second = await api.until(path, ({ body }) => isTrue(body, 'KubernetesAPIApprovalPolicyConformant'))
    expect(condition(second.body, 'KubernetesAPIApprovalPolicyConformant').message).toBe(
      'approved in https://example.com/pull/1',
    )
  })

  it('is emptied before it is deleted, and nothing is created meanwhile', async () => {
    const created = await api.establish(simple('Doomed'))
    const path = '/apis/stable.example.com/v1/namespaces/default/doomeds'
    const object = (name: string, metadata: object = {}) => ({
      apiVersion: 'stable.example.com/v1',
      kind: 'Doomed',
      metadata: { name, ...metadata },
    })
    await api.call('POST', path, object('free'))
    await api.call('POST', path, object('held', { finalizers: ['example.com/f'] }))
    const watch = await api.watch(`${path}?watch=1`)
    const deleted = await api.call('DELETE', `${definitions}/doomeds.stable.example.com`)
    expect(deleted.body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io'])
    expect(condition(deleted.body, 'Terminating')).toMatchObject({ status: 'True', reason: 'InstanceDeletionPending' })
    await api.until(`${path}/free`, ({ status }) => status === 404)
    const refused = await api.call('POST', path, object('late'))
    expect(refused.body).toMatchObject({
      code: 403,
      message:
        'doomeds.stable.example.com "late" is forbidden: create not allowed while custom resource definition is terminating',
    })
    const { body: resources } = await api.get('/apis/stable.example.com/v1')
    expect(resources.resources.find(({ name }: Body) => name === 'doomeds').verbs).not.toContain('create')
    await api.call('PATCH', `${path}/held`, { metadata: { finalizers: null } })
    await api.until(`${definitions}/doomeds.stable.example.com`, ({ status }) => status === 404)
    await api.until(path, ({ status }) => status === 404)
    let last: Body
    for (let event = await watch.next(); event !== undefined; event = await watch.next()) last = event
    expect(last).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'held' } } })
    const again = await api.establish(simple('Doomed'))
    expect(again.metadata.uid).not.toBe(created.metadata.uid)
    expect((await api.get(path)).body.items).toEqual([])
  }, 60_000)

  it('is emptied before it is deleted as part of a collection', async () => {
    const labels = { doomed: 'together' }
    for (const kind of ['First', 'Second']) {
      await api.establish(simple(kind, { metadata: { labels } }))
      const path = `/apis/stable.example.com/v1/namespaces/default/${kind.toLowerCase()}s`
      await api.call('POST', path, { apiVersion: 'stable.example.com/v1', kind, metadata: { name: 'a' } })
    }
    const deleted = await api.call('DELETE', `${definitions}?labelSelector=doomed=together`)
    expect(deleted.status).toBe(200)
    for (const name of ['firsts', 'seconds']) {
      await api.until(`${definitions}/${name}.stable.example.com`, ({ status }) => status === 404)
      const { kvs } = await server.snapshot().kv.range({ key: `/registry/stable.example.com/${name}/`, prefix: true })
      expect(kvs).toEqual([])
    }
  })

  it('takes its group out of discovery with it', async () => {
    await api.establish(simple('Lone', { group: 'lone.example.com' }))
    await api.until('/apis/lone.example.com', ({ status }) => status === 200)
    await api.call('DELETE', `${definitions}/lones.lone.example.com`)
    await api.until('/apis/lone.example.com', ({ status }) => status === 404)
    await api.until('/apis/apiregistration.k8s.io/v1/apiservices/v1.lone.example.com', ({ status }) => status === 404)
    const { body } = await api.get('/apis')
    expect(body.groups.map(({ name }: Body) => name)).not.toContain('lone.example.com')
  })
})

function servesV1({ spec: { versions } }: Body): boolean {
  return versions.some(({ name, served }: Body) => name === 'v1' && served)
}

describe('many definitions', () => {
  it('are established together, and compiled when they are used', async () => {
    const own = Array.from({ length: 100 }, (_, index) =>
      definition(`Many${index}`, {
        group: `g${index % 10}.example.com`,
        versions: [
          version('v1', {
            spec: { type: 'object', properties: { [`field${index}`]: { type: 'string', maxLength: 10 } } },
          }),
        ],
      }),
    )
    const all = [...own, ...realDefinitions()]
    await Promise.all(all.map((each) => api.call('POST', definitions, each)))
    const groups = new Set(all.filter(servesV1).map((each) => `/apis/${each.spec.group}/v1`))
    for (const group of groups) {
      const wanted = all.filter((each) => `/apis/${each.spec.group}/v1` === group && servesV1(each))
      await api.until(group, ({ body }) =>
        wanted.every(({ spec: { names } }) => body.resources?.some(({ name }: Body) => name === names.plural)),
      )
    }
    const created = await api.call('POST', '/apis/g7.example.com/v1/namespaces/default/many37s', {
      apiVersion: 'g7.example.com/v1',
      kind: 'Many37',
      metadata: { name: 'a' },
      spec: { field37: 'much too long' },
    })
    expect(created.body.message).toContain('spec.field37: Too long: may not be more than 10 bytes')
  })
})
