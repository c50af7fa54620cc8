import { Namespace, Node, Pod, Service } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Random } from 'apimachinery/testing'
import { randomPodSpec, zones } from './random-pod.js'
import { existingVolumes, randomStorage, type Storage } from './random-storage.js'

/** Objects of a random cluster; the pods have nodes. */
export interface World {
  readonly nodes: readonly Node[]
  readonly others: readonly KubernetesObject[]
  readonly pods: readonly Pod[]
  readonly storage: Storage
}

export const namespaces = ['red', 'blue']

/** A random cluster: nodes of different sizes with labels, taints and images, and pods that run on them. */
export function randomWorld(random: Random): World {
  const count = random.between(2, 14)
  const nodes = Array.from({ length: count }, (_, index) => randomNode(random, `node-${index}`))
  const pods = Array.from({ length: random.between(0, count * 4) }, (_, index) => {
    const nodeName = `node-${random.below(count)}`
    const namespace = random.pick(namespaces)
    const started = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString().replace('.000', '')
    return new Pod({
      metadata: { name: `pod-${index}`, namespace, labels: randomLabels(random) },
      spec: { ...randomPodSpec(random), nodeName, volumes: existingVolumes(random) },
      status: { startTime: started },
    } as never)
  })
  const storage = randomStorage(random, { nodes: nodes.map(({ metadata }) => metadata?.name ?? ''), namespaces })
  return { nodes, pods, storage, others: [...namespaces.map((name, i) => namespaceOf(name, i)), ...selectors(random)] }
}

export function randomLabels(random: Random): Record<string, string> {
  return {
    app: random.pick(['a', 'b', 'c']),
    ...(random.chance(0.5) && { tier: random.pick(['front', 'back']) }),
  }
}

function namespaceOf(name: string, index: number): Namespace {
  return new Namespace({ metadata: { name, labels: { team: index === 0 ? 'one' : 'two' } } })
}

function selectors(random: Random): KubernetesObject[] {
  const objects: KubernetesObject[] = []
  for (const namespace of namespaces) {
    if (random.chance(0.5)) {
      const spec = { selector: { app: random.pick(['a', 'b']) }, ports: [{ port: 80 }] }
      objects.push(new Service({ metadata: { name: 'service', namespace }, spec } as never))
    }
    if (random.chance(0.5)) {
      const matchLabels = random.chance(0.5) ? { app: random.pick(['a', 'b', 'c']) } : { tier: 'front' }
      const status = { disruptionsAllowed: random.below(3), observedGeneration: 1 }
      const metadata = { name: 'budget', namespace }
      objects.push(new PodDisruptionBudget({ metadata, spec: { selector: { matchLabels } }, status } as never))
    }
  }
  return objects
}

function randomNode(random: Random, name: string): Node {
  const images = (['one', 'two'] as const).filter(() => random.chance(0.3))
  return new Node({
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        ...(random.chance(0.8) && { 'topology.kubernetes.io/zone': random.pick(zones) }),
        ...(random.chance(0.6) && { disk: random.pick(['ssd', 'hdd']) }),
        ...(random.chance(0.3) && { size: String(random.between(1, 9)) }),
      },
    },
    spec: {
      ...(random.chance(0.1) && { unschedulable: true }),
      taints: [
        ...(random.chance(0.2) ? [{ key: 'only', value: 'some', effect: 'NoSchedule' }] : []),
        ...(random.chance(0.2) ? [{ key: 'better-not', effect: 'PreferNoSchedule' }] : []),
        ...(random.chance(0.1) ? [{ key: 'never', effect: 'NoExecute' }] : []),
      ],
    },
    status: {
      allocatable: {
        cpu: random.pick(['1', '2', '4', '3500m']),
        memory: random.pick(['1Gi', '2Gi', '4000Mi', '8G']),
        pods: random.pick(['3', '10', '110']),
        ...(random.chance(0.5) && { 'ephemeral-storage': '10Gi' }),
        ...(random.chance(0.3) && { 'example.com/gadget': String(random.between(1, 3)) }),
        ...(random.chance(0.2) && { 'hugepages-2Mi': '64Mi' }),
      },
      images: images.map((image) => ({
        names: [`registry.example/${image}:v1`],
        // One size everywhere: kube-scheduler takes the size that it hears of first.
        sizeBytes: { one: 700_000_000, two: 1_100_000_000 }[image],
      })),
    },
  } as never)
}
