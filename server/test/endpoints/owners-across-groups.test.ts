import { TestServer } from '@apimachinery/server/testing'
import { getManagedFields, Unstructured } from 'apimachinery/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.stop())

const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' }

async function apply(fieldManager: string, apiVersion: string, fields: object): Promise<(string | undefined)[]> {
  const kind = apiVersion.startsWith('autoscaling/') ? 'HorizontalPodAutoscaler' : 'Event'
  const object = new Unstructured({ apiVersion, kind, metadata: { name: 'x', namespace: 'default' }, ...fields })
  const applied = await server.client.apply(object, { fieldManager })
  return (getManagedFields(applied) ?? []).map(({ manager, apiVersion: version }) => `${manager} ${version}`).sort()
}

describe('who applied fields of an object', () => {
  // Recorded from kube-apiserver 1.36.3.
  it('is forgotten when an event is written in its other group, which has other types', async () => {
    expect(await apply('one', 'v1', { involvedObject, message: 'm' })).toEqual(['one v1'])
    expect(
      await apply('two', 'events.k8s.io/v1', { metadata: { name: 'x', namespace: 'default', labels: { a: 'b' } } }),
    ).toEqual(['two events.k8s.io/v1'])
    expect(await apply('one', 'v1', { involvedObject, message: 'm', count: 3 })).toEqual(['one v1'])
  })

  it('stays known in the other versions of its group', async () => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
    await apply('one', 'autoscaling/v1', { spec: { maxReplicas: 3, scaleTargetRef } })
    const spec = { maxReplicas: 3, scaleTargetRef, minReplicas: 2 }
    expect(await apply('two', 'autoscaling/v2', { spec })).toEqual(['one autoscaling/v1', 'two autoscaling/v2'])
  })
})
