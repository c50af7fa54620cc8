import { describe, expect, test } from 'vitest'
import { configMap, configMaps, TestAPI } from './test-api.js'

describe('verbs', () => {
  test('create, get, list, update, patch and delete a config map', async () => {
    const api = await TestAPI.start()
    const created = await api.call('POST', configMaps, { body: configMap('a', { data: { k: 'v' } }) })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace: 'ns' },
      data: { k: 'v' },
    })
    expect(created.body.metadata.managedFields).toMatchObject([
      { manager: 'test', operation: 'Update', apiVersion: 'v1', fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } } },
    ])

    const got = await api.call('GET', `${configMaps}/a`)
    expect(got.body).toEqual(created.body)

    const listed = await api.call('GET', configMaps)
    const { kind: _kind, apiVersion: _apiVersion, ...item } = created.body
    expect(listed.body).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: created.body.metadata.resourceVersion },
      items: [item],
    })

    const updated = await api.call('PUT', `${configMaps}/a`, { body: { ...created.body, data: { k: 'w' } } })
    expect(updated.status).toBe(200)
    expect(updated.body.data).toEqual({ k: 'w' })

    const stale = await api.call('PUT', `${configMaps}/a`, { body: { ...created.body, data: { k: 'x' } } })
    expect(stale.status).toBe(409)
    expect(stale.body.message).toBe(
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    )

    const merged = await api.call('PATCH', `${configMaps}/a`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { data: { l: '1' } },
    })
    expect(merged.body.data).toEqual({ k: 'w', l: '1' })
    const strategic = await api.call('PATCH', `${configMaps}/a`, {
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: { data: { k: null } },
    })
    expect(strategic.body.data).toEqual({ l: '1' })
    const json = await api.call('PATCH', `${configMaps}/a`, {
      headers: { 'content-type': 'application/json-patch+json' },
      body: [{ op: 'add', path: '/data/m', value: '2' }],
    })
    expect(json.body.data).toEqual({ l: '1', m: '2' })
    const applied = await api.call('PATCH', `${configMaps}/a?fieldManager=me`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {z: "3"}\n',
    })
    expect(applied.body.data).toEqual({ l: '1', m: '2', z: '3' })

    const deleted = await api.call('DELETE', `${configMaps}/a`)
    expect(deleted.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: created.body.metadata.uid },
    })
    const gone = await api.call('GET', `${configMaps}/a`)
    expect(gone.status).toBe(404)
    expect(gone.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "a" not found',
      reason: 'NotFound',
      details: { name: 'a', kind: 'configmaps' },
      code: 404,
    })
  })

  test('watch a collection', async () => {
    const api = await TestAPI.start()
    const controller = new AbortController()
    const { status, body } = await api.open('GET', `${configMaps}?watch=true&resourceVersion=0`, {
      signal: controller.signal,
    })
    if (status !== 200) throw new Error(Buffer.from(body as Uint8Array).toString())
    await api.call('POST', configMaps, { body: configMap('a') })
    await api.call('DELETE', `${configMaps}/a`)
    const events: string[] = []
    let text = ''
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('utf8')
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      events.push(
        ...lines.map((line) => {
          const { type, object } = JSON.parse(line)
          return `${type} ${object.kind} ${object.metadata.name}`
        }),
      )
      if (events.length >= 2) controller.abort()
    }
    expect(events).toEqual(['ADDED ConfigMap a', 'DELETED ConfigMap a'])
  })

  test('serve two versions of a custom kind, with a status of its own', async () => {
    const api = await TestAPI.start()
    const path = '/apis/wardle.example.com/v1alpha1/namespaces/ns/flunders'
    const created = await api.call('POST', path, {
      body: { metadata: { name: 'f' }, spec: { ref: 'x' }, status: { phase: 'no' } },
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      apiVersion: 'wardle.example.com/v1alpha1',
      spec: { ref: 'x' },
      metadata: { generation: 1 },
    })
    expect(created.body.status).toEqual({})
    const v1 = '/apis/wardle.example.com/v1/namespaces/ns/flunders'
    const got = await api.call('GET', `${v1}/f`)
    expect(got.body).toMatchObject({ apiVersion: 'wardle.example.com/v1', spec: { reference: 'x' } })
    const status = await api.call('PUT', `${v1}/f/status`, {
      body: { ...got.body, spec: { reference: 'y' }, status: { phase: 'Ready' } },
    })
    expect(status.body).toMatchObject({
      spec: { reference: 'x' },
      status: { phase: 'Ready' },
      metadata: { generation: 1 },
    })
    const writers = status.body.metadata.managedFields.map(
      ({ subresource = '' }: { subresource?: string }) => subresource,
    )
    expect(writers.sort()).toEqual(['', 'status'])
  })
})
