import { TestServer } from '@apimachinery/server/testing'
import { Deployment } from 'apimachinery/api/apps/v1'
import { Job } from 'apimachinery/api/batch/v1'
import { ConfigMap, Namespace, ResourceQuota, Secret } from 'apimachinery/api/core/v1'
import { ClusterRole } from 'apimachinery/api/rbac/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refTo, soon } from './cluster.js'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ controllers: 'all' })
})
afterAll(() => server.stop())

const namespace = 'work'
const labels = { app: 'web' }
const pod = { spec: { containers: [{ name: 'c', image: 'i' }] } }

it('controllers do their work with the rights of their own users alone', async () => {
  const { client } = server
  await client.create(new Namespace({ metadata: { name: namespace } }))
  await client.create(new ResourceQuota({ metadata: { name: 'q', namespace }, spec: { hard: { pods: '10' } } }))
  const quota = async () => (await client.get(ResourceQuota, { name: 'q', namespace })).status?.used?.pods
  await expect.poll(quota, soon).toBe('0')
  const spec = { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, ...pod } }
  await client.create(new Deployment({ metadata: { name: 'web', namespace }, spec }))
  const template = { spec: { ...pod.spec, restartPolicy: 'Never' as const } }
  await client.create(
    new Job({ metadata: { name: 'once', namespace }, spec: { template, ttlSecondsAfterFinished: 0 } }),
  )
  const owner = await client.create(new ConfigMap({ metadata: { name: 'owner', namespace } }))
  await client.create(new ConfigMap({ metadata: { name: 'owned', namespace, ownerReferences: [refTo(owner)] } }))
  const clusterRoleSelectors = [{ matchLabels: { sum: 'yes' } }]
  await client.create(new ClusterRole({ metadata: { name: 'sum' }, aggregationRule: { clusterRoleSelectors } }))
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]
  await client.create(new ClusterRole({ metadata: { name: 'part', labels: { sum: 'yes' } }, rules }))
  const annotations = { 'kubernetes.io/service-account.name': 'default' }
  const type = 'kubernetes.io/service-account-token'
  await client.create(new Secret({ metadata: { name: 'token', namespace, annotations }, type }))

  const available = async () => (await client.get(Deployment, { name: 'web', namespace })).status?.availableReplicas
  await expect.poll(available, soon).toBe(1)
  await expect.poll(async () => (await client.get(ClusterRole, { name: 'sum' })).rules, soon).toEqual(rules)
  await expect.poll(async () => (await client.get(Secret, { name: 'token', namespace })).data?.token, soon).toBeTruthy()
  const isGone = (answer: Promise<unknown>) => answer.then(() => false, isNotFound)
  await expect.poll(() => isGone(client.get(Job, { name: 'once', namespace })), soon).toBe(true)
  await client.delete(owner, { propagationPolicy: 'Background' })
  await expect.poll(() => isGone(client.get(ConfigMap, { name: 'owned', namespace })), soon).toBe(true)
  await client.delete(new Namespace({ metadata: { name: namespace } }))
  await expect.poll(() => isGone(client.get(Namespace, { name: namespace })), soon).toBe(true)

  // What is created in a namespace that ends is refused to everybody.
  const isOfController = (user: string) =>
    user.startsWith('system:serviceaccount:kube-system:') || user.startsWith('system:kube-')
  const refused = server.requests
    .list()
    .filter(
      ({ user, status, verb, namespace: where }) =>
        isOfController(user) && status === 403 && !(verb === 'create' && where === namespace),
    )
  expect(refused.map(({ user, verb, resource, subresource }) => [user, verb, resource, subresource])).toEqual([])
  const users = new Set(server.requests.list().map(({ user }) => user))
  expect([...users]).toEqual(
    expect.arrayContaining([
      'system:kube-controller-manager',
      'system:serviceaccount:kube-system:clusterrole-aggregation-controller',
      'system:serviceaccount:kube-system:generic-garbage-collector',
      'system:serviceaccount:kube-system:namespace-controller',
    ]),
  )
})

it('writes of controllers are those of kube-controller-manager', async () => {
  const map = await server.client.get(ConfigMap, { name: 'kube-root-ca.crt', namespace: 'default' })
  expect(map.metadata?.managedFields?.map(({ manager }) => manager)).toEqual(['kube-controller-manager'])
})
