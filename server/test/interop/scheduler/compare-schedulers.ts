import { Node, PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import type { CSINode } from 'apimachinery/api/storage/v1'
import { Random } from 'apimachinery/testing'
import { TestServer } from '../../../src/testing/test-server.js'
import { type Prediction, Predictor } from './prediction.js'
import { randomPodSpec } from './random-pod.js'
import { type ProbeStorage, probeStorage } from './random-storage.js'
import { namespaces, randomLabels, randomWorld, type World } from './random-world.js'
import { RealScheduler } from './real-scheduler.js'

/** What has become of a pod. */
export interface Outcome {
  readonly node: string
  readonly message: string
  readonly preemption: string
}

/** A pod about which both decide differently. */
export interface SchedulingDifference {
  readonly probe: number
  readonly real: Outcome
  readonly predicted: Prediction
  readonly pod: Pod
}

/** Lets a kube-scheduler schedule random pods in a random cluster, one after the other, and compares that with predictions. */
export async function compareSchedulers(
  program: string,
  { seed, probes }: { readonly seed: number; readonly probes: number },
): Promise<SchedulingDifference[]> {
  const random = new Random(seed)
  await using server = await TestServer.start()
  await fill(server, randomWorld(random))
  const predictor = new Predictor(server.client)
  const real = await RealScheduler.start(program, server)
  const different: SchedulingDifference[] = []
  try {
    for (let probe = 0; probe < probes; probe++) {
      const { pod, storage } = await newProbe(server, predictor, { random, index: probe })
      const predicted = predictor.predict(pod)
      const found = await outcome(server, pod, predicted)
      if (!agrees(found, predicted)) different.push({ probe, real: found, predicted, pod })
      await forget(server, pod, storage)
    }
    return different
  } catch (error) {
    throw new Error(real.log.slice(-3000), { cause: error })
  } finally {
    await real.stop()
    await predictor.stop()
  }
}

function agrees({ node, message, preemption }: Outcome, predicted: Prediction): boolean {
  return (
    message === predicted.message &&
    (node === '' ? predicted.nodes.length === 0 : predicted.nodes.includes(node)) &&
    (preemption === '' ? predicted.preemptions.length === 0 : predicted.preemptions.includes(preemption))
  )
}

async function fill(server: TestServer, { nodes, others, pods, storage }: World): Promise<void> {
  const { client } = server
  for (const object of [...storage.classes, ...storage.csiNodes]) await client.create(object as CSINode)
  for (const [name, value] of [
    ['low', -10],
    ['high', 1000],
  ] as const)
    await client.create(new PriorityClass({ metadata: { name }, value }))
  for (const object of others) {
    const created = await client.create(object as PodDisruptionBudget)
    if (object instanceof PodDisruptionBudget)
      await client.updateStatus(new PodDisruptionBudget({ ...created, status: object.status }))
  }
  await createVolumes(server, storage)
  for (const { metadata, spec, status } of nodes) {
    const created = await client.create(new Node({ metadata }))
    const updated = await client.update(new Node({ ...created, spec }))
    await client.updateStatus(new Node({ ...updated, status }))
  }
  for (const { metadata, spec, status } of pods) {
    const created = await client.create(new Pod({ metadata, spec }))
    await client.updateStatus(new Pod({ ...created, status: { ...created.status, ...status } } as never))
  }
}

/** Volumes and claims, with their states. */
async function createVolumes({ client }: TestServer, { volumes, claims }: Omit<ProbeStorage, 'podVolumes'>) {
  for (const { metadata, spec, status } of volumes) {
    const created = await client.create(new PersistentVolume({ metadata, spec }))
    if (status !== undefined) await client.updateStatus(new PersistentVolume({ ...created, status }))
  }
  for (const { metadata, spec, status } of claims) {
    const created = await client.create(new PersistentVolumeClaim({ metadata, spec }))
    if (status !== undefined) await client.updateStatus(new PersistentVolumeClaim({ ...created, status }))
  }
}

async function newProbe(server: TestServer, predictor: Predictor, { random, index }: Choice): Promise<Probe> {
  const metadata = { name: `probe-${index}`, namespace: random.pick(namespaces), labels: randomLabels(random) }
  const storage = probeStorage(random, metadata.namespace, index)
  await createVolumes(server, storage)
  await predictor.catchUp()
  const spec = { ...randomPodSpec(random), volumes: [...storage.podVolumes] }
  return { storage, pod: await server.client.create(new Pod({ metadata, spec })) }
}

interface Choice {
  readonly random: Random
  readonly index: number
}

interface Probe {
  readonly pod: Pod
  readonly storage: ProbeStorage
}

/** Waits for the condition, and for the deletion of the victims that go with a nomination. */
async function outcome(server: TestServer, pod: Pod, { preemptions }: Prediction): Promise<Outcome> {
  const { name = '', namespace = '' } = pod.metadata ?? {}
  for (let tries = 0; ; tries++) {
    const { spec, status } = await server.client.get(Pod, { name, namespace })
    const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled')
    const nominated = status?.nominatedNodeName ?? ''
    const expected = preemptions.filter((each) => each.startsWith(`${nominated}: `))
    const preemption = nominated === '' ? '' : `${nominated}: ${(await victims(server)).join(' ')}`
    // Volumes are being bound, which nobody does here.
    const isBeingBound = condition === undefined && nominated !== ''
    if (isBeingBound) return { node: nominated, message: '', preemption: '' }
    const isComplete = condition !== undefined && (nominated === '' || expected.includes(preemption))
    if (isComplete || tries > 200) {
      return { node: spec?.nodeName ?? '', message: condition?.message ?? (condition ? '' : 'nothing'), preemption }
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The pods that are being deleted. */
async function victims({ client }: TestServer): Promise<string[]> {
  const { items } = await client.list(Pod)
  const deleted = items.filter(({ metadata }) => metadata?.deletionTimestamp !== undefined)
  return deleted.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`).sort()
}

/** Deletes a pod, then those that were preempted for it. */
async function forget({ client }: TestServer, pod: Pod, { volumes, claims }: ProbeStorage): Promise<void> {
  const { items } = await client.list(Pod)
  const deleted = items.filter(({ metadata }) => metadata?.deletionTimestamp !== undefined)
  for (const { metadata } of [pod, ...deleted])
    await client
      .resource(Pod)
      .namespace(metadata?.namespace ?? '')
      .delete(metadata?.name ?? '', { gracePeriodSeconds: 0 })
  for (const object of [...claims, ...volumes]) {
    await client.delete(object, { gracePeriodSeconds: 0 })
    const stored = await client
      .get(object.constructor as typeof PersistentVolume, object.metadata as { name: string })
      .catch(() => undefined)
    if (stored !== undefined) await client.update(withoutFinalizers(stored))
  }
}

/** Nobody removes the finalizers that protect volumes in use. */
function withoutFinalizers(volume: PersistentVolume): PersistentVolume {
  return new (volume.constructor as typeof PersistentVolume)({
    ...volume,
    metadata: { ...volume.metadata, finalizers: [] },
  })
}
