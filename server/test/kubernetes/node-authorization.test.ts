import { Client, InProcessTransport } from '@apimachinery/client'
import { SubjectAccessReview } from 'apimachinery/api/authorization/v1'
import { Namespace, Pod, Secret } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcess, startInProcess } from './in-process.js'

const user = { name: 'system:node:node1', uid: '', groups: ['system:nodes'], extra: {} }

describe('a server with --authorization-mode=Node,RBAC', () => {
  let started: InProcess
  let kubelet: Client
  beforeAll(async () => {
    started = await startInProcess({
      authorizationModes: ['Node', 'RBAC'],
      tokenAuthenticators: [{ authenticateToken: async (token) => (token === 'kubelet' ? { user } : undefined) }],
    })
    const { server, client } = started
    const transport = new InProcessTransport((request) =>
      server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization: 'Bearer kubelet' } }),
    )
    kubelet = Client.from({ transport, maxRetries: 0 })
    await client.resource(Namespace).create({ metadata: { name: 'ns' } })
    for (const name of ['used', 'other']) await client.resource(Secret).namespace('ns').create({ metadata: { name } })
  })
  afterAll(() => started.server.stop())

  it('lets a node read a secret while a pod on it refers to the secret', async () => {
    const read = (name: string): Promise<unknown> =>
      kubelet
        .resource(Secret)
        .namespace('ns')
        .get(name)
        .then(
          () => 'read',
          (error: Error) => error.message,
        )
    const forbidden = (name: string): string =>
      `secrets "${name}" is forbidden: User "system:node:node1" cannot get resource "secrets" in API group "" in the namespace "ns": no relationship found between node 'node1' and this object`
    expect(await read('used')).toBe(forbidden('used'))
    const pods = started.client.resource(Pod).namespace('ns')
    await pods.create({
      metadata: { name: 'web' },
      spec: {
        nodeName: 'node1',
        containers: [{ name: 'c', image: 'c' }],
        volumes: [{ name: 's', secret: { secretName: 'used' } }],
      },
    })
    await expect.poll(() => read('used'), { timeout: 20_000 }).toBe('read')
    expect(await read('other')).toBe(forbidden('other'))
    await pods.delete('web', { gracePeriodSeconds: 0 })
    await expect.poll(() => read('used'), { timeout: 20_000 }).toBe(forbidden('used'))
  })

  it('reviews what a list is narrowed to, as text and as requirements', async () => {
    const narrowed = [
      { rawSelector: 'spec.nodeName=node1' },
      { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['node1'] }] },
      { rawSelector: 'spec.nodeName=other' },
      { requirements: [{ key: 'spec.nodeName', operator: 'Exists' }] },
      undefined,
    ]
    const allowed = narrowed.map(async (fieldSelector) => {
      const resourceAttributes = {
        verb: 'list',
        version: 'v1',
        resource: 'pods',
        ...(fieldSelector && { fieldSelector }),
      }
      const spec = { user: user.name, groups: user.groups, resourceAttributes }
      const review = await started.client.create(new SubjectAccessReview({ spec }))
      return review.status?.allowed
    })
    expect(await Promise.all(allowed)).toEqual([true, true, false, false, false])
  })
})
