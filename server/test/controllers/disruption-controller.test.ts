import { TestServer } from '@apimachinery/server/testing'
import { ReplicaSet } from 'apimachinery/api/apps/v1'
import { Event, Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget, type PodDisruptionBudgetSpec } from 'apimachinery/api/policy/v1'
import { newControllerRef } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { soon } from './cluster.js'

const namespace = 'default'
const clock = new FakeClock()
let server: TestServer
let count = 0
beforeAll(async () => {
  server = await TestServer.start({ controllers: ['disruption-controller'], clock })
})
afterAll(() => server.stop())

/** A budget, and the steps of the tests on it. */
class Budget {
  readonly name = `budget-${count++}`
  readonly labels = { app: this.name }

  /** @param pods - whether each is ready. */
  static async start(spec: Partial<PodDisruptionBudgetSpec>, pods: readonly boolean[], owner?: KubernetesObject) {
    const budget = new Budget()
    for (const [i, ready] of pods.entries()) await budget.pod(`${budget.name}-${i}`, ready, owner)
    const selector = { matchLabels: budget.labels }
    const metadata = { name: budget.name, namespace }
    await server.client.create(new PodDisruptionBudget({ metadata, spec: { selector, ...spec } }))
    return budget
  }

  async pod(name: string, ready: boolean, owner?: KubernetesObject): Promise<Pod> {
    const ownerReferences = owner === undefined ? undefined : [newControllerRef(owner)]
    const metadata = { name, namespace, labels: this.labels, ownerReferences }
    const spec = { containers: [{ name: 'c', image: 'app:1' }], nodeName: 'n' }
    const pod = await server.client.create(new Pod({ metadata, spec }))
    return this.setReady(pod, ready)
  }

  setReady(pod: Pod, ready: boolean): Promise<Pod> {
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
    return server.client.updateStatus(new Pod({ ...pod, status: { phase: 'Running', conditions } }))
  }

  get = () => server.client.get(PodDisruptionBudget, { namespace, name: this.name })

  is(status: object) {
    const of = async () => {
      const found = (await this.get()).status as unknown as Record<string, unknown> | undefined
      return Object.fromEntries(Object.keys(status).map((field) => [field, found?.[field]]))
    }
    return expect.poll(of, soon).toEqual(status)
  }

  async condition() {
    const [condition] = (await this.get()).status?.conditions ?? []
    return [condition?.type, condition?.status, condition?.reason, condition?.message]
  }

  async events(name = this.name): Promise<string[]> {
    const { items } = await server.client.list(Event, { namespace, fieldSelector: `involvedObject.name=${name}` })
    return items.map(({ type, reason, message, source }) => `${source?.component} ${type} ${reason} ${message}`)
  }
}

async function replicaSet(replicas: number): Promise<ReplicaSet> {
  const labels = { set: `set-${count}` }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'app:1' }] } }
  const spec = { replicas, selector: { matchLabels: labels }, template }
  return server.client.create(new ReplicaSet({ metadata: { name: `set-${count}`, namespace }, spec }))
}

it('allows to disrupt the healthy pods beyond a number', async () => {
  const budget = await Budget.start({ minAvailable: 1 }, [true, true, false])
  await budget.is({
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 3,
    disruptionsAllowed: 1,
    observedGeneration: 1,
  })
  expect(await budget.condition()).toEqual(['DisruptionAllowed', 'True', 'SufficientPods', ''])
  const pod = await server.client.get(Pod, { namespace, name: `${budget.name}-0` })
  await budget.setReady(pod, false)
  await budget.is({ currentHealthy: 1, disruptionsAllowed: 0 })
  expect(await budget.condition()).toEqual(['DisruptionAllowed', 'False', 'InsufficientPods', ''])
})

it('takes a share of the pods that controllers are to have', async () => {
  const set = await replicaSet(5)
  const least = await Budget.start({ minAvailable: '50%' }, [true, true, true, true], set)
  await least.is({ expectedPods: 5, desiredHealthy: 3, disruptionsAllowed: 1 })
  const most = await Budget.start({ maxUnavailable: '40%' }, [true, true, true, false], set)
  await most.is({ expectedPods: 5, desiredHealthy: 3, currentHealthy: 3, disruptionsAllowed: 0 })
})

it('allows nothing without pods, and says so', async () => {
  const budget = await Budget.start({ minAvailable: '50%' }, [])
  await budget.is({ expectedPods: 0, desiredHealthy: 0, disruptionsAllowed: 0, observedGeneration: 1 })
  expect(await budget.condition()).toEqual(['DisruptionAllowed', 'False', 'InsufficientPods', ''])
  await expect.poll(() => budget.events(), soon).toEqual(['controllermanager Normal NoPods No matching pods found'])
})

it('reports pods that nothing controls, where it needs their number', async () => {
  const budget = await Budget.start({ maxUnavailable: 1 }, [true])
  await budget.is({ expectedPods: 0, disruptionsAllowed: 0 })
  const selector = `&LabelSelector{MatchLabels:map[string]string{app: ${budget.name},},MatchExpressions:[]LabelSelectorRequirement{},}`
  const start = `controllermanager Warning UnmanagedPods Pods selected by this PodDisruptionBudget (selector: ${selector})`
  await expect.poll(async () => (await budget.events()).some((text) => text.startsWith(start)), soon).toBe(true)
})

it('allows nothing while the controller of a pod is unknown', async () => {
  const set = await replicaSet(1)
  const budget = await Budget.start({ maxUnavailable: 1 }, [true], set)
  await budget.is({ disruptionsAllowed: 1 })
  const gone = { apiVersion: 'example.com/v1', kind: 'Gone', metadata: { name: 'g', uid: 'u' } }
  await budget.pod(`${budget.name}-odd`, true, gone as unknown as KubernetesObject)
  await budget.is({ disruptionsAllowed: 0 })
  const message = 'no matches for kind "Gone" in version "example.com/v1"'
  expect(await budget.condition()).toEqual(['DisruptionAllowed', 'False', 'SyncFailed', message])
  const text = `Failed to calculate the number of expected pods: ${message}`
  await expect
    .poll(() => budget.events(), soon)
    .toContain(`controllermanager Warning CalculateExpectedPodCountFailed ${text}`)
})

it('does not count pods that were evicted, until they should have been deleted', async () => {
  const budget = await Budget.start({ minAvailable: 1 }, [true, true, true])
  await budget.is({ disruptionsAllowed: 2 })
  const since = new Date(clock.now()).toISOString().replace('.000Z', 'Z')
  const current = await budget.get()
  const disruptedPods = { [`${budget.name}-0`]: since, 'long-gone': since }
  const status = { ...current.status!, disruptionsAllowed: 1, disruptedPods }
  await server.client.updateStatus(new PodDisruptionBudget({ ...current, status }))
  await budget.is({ disruptedPods: { [`${budget.name}-0`]: since }, currentHealthy: 2, disruptionsAllowed: 1 })
  clock.step(121_000)
  await budget.is({ disruptedPods: undefined, currentHealthy: 3, disruptionsAllowed: 2 })
  await expect
    .poll(() => budget.events(`${budget.name}-0`), soon)
    .toEqual([
      `controllermanager Warning NotDeleted Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`,
    ])
})

it('takes back the announcement of a disruption that did not come', async () => {
  const pod = await new Budget().pod('announced', true)
  const lastTransitionTime = new Date(clock.now()).toISOString().replace('.000Z', 'Z')
  const conditions = [{ type: 'DisruptionTarget', status: 'True', reason: 'Test', lastTransitionTime }]
  await server.client.updateStatus(new Pod({ ...pod, status: { phase: 'Running', conditions } }))
  const of = async () => {
    const found = await server.client.get(Pod, { namespace, name: 'announced' })
    return found.status?.conditions?.map(({ type, status, reason }) => [type, status, reason])
  }
  clock.step(60_000)
  expect(await of()).toEqual([['DisruptionTarget', 'True', 'Test']])
  clock.step(60_000)
  await expect.poll(of, soon).toEqual([['DisruptionTarget', 'False', undefined]])
})
