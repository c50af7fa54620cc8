import { objectKey } from '@apimachinery/client/cache'
import { Binding, Node, Pod } from 'apimachinery/api/core/v1'
import { isAlreadyExists } from 'apimachinery/errors'
import { timeFromDate } from 'apimachinery/scalar'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'
import { deletePod } from './pods-of-owner.js'

/** Every new node has it, so that nothing is scheduled there before it is ready. */
const notReadyTaint = 'node.kubernetes.io/not-ready'

/** The outcome of a pod on a fake node. */
export type PodOutcome = 'Running' | 'Succeeded' | 'Failed' | 'Pending'

/** How faked nodes behave. */
export interface NodeFakerOptions {
  /** Names of the nodes, or how many; default 1. */
  readonly nodes?: number | readonly string[] | undefined
  /** The outcome of a pod. By default pods that are always restarted run, others succeed. */
  readonly outcome?: ((pod: Pod) => PodOutcome) | undefined
  /** Whether pods without a node get one; default true. A test of a scheduler says false. */
  readonly binds?: boolean | undefined
}

/** Makes nodes, binds pods to them, and says that the pods run or have ended, as a scheduler and kubelets would. */
export function nodeFaker(context: ControllerContext, options: NodeFakerOptions = {}): Controller {
  const { client, informers, clock } = context
  const { nodes = 1, outcome = defaultOutcome, binds = true } = options
  const names = typeof nodes === 'number' ? Array.from({ length: nodes }, (_, index) => `node-${index}`) : nodes
  const pods = informers.informerFor(Pod)
  const faked = new Set(names)
  let next = 0
  let addresses = 0
  const now = () => timeFromDate(new Date(clock.now()))

  async function reconcile(key: string): Promise<undefined> {
    if (!key.includes('/')) return ensureNode(key)
    const pod = pods.lister.getByKey(key)
    if (pod === undefined) return undefined
    const nodeName = pod.spec?.nodeName ?? ''
    if (isDeleting(pod)) return faked.has(nodeName) ? end(pod) : undefined
    if (nodeName === '') return binds ? bind(pod) : undefined
    if (faked.has(nodeName) && (pod.status?.phase ?? 'Pending') === 'Pending') return run(pod)
    return undefined
  }

  async function ensureNode(name: string): Promise<undefined> {
    const node = new Node({ metadata: { name, labels: { 'kubernetes.io/hostname': name } } })
    const created = await client.create(node).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
      return client.get(Node, { name })
    })
    const resources = { cpu: '64', memory: '256Gi', pods: '1000' }
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: 'KubeletReady',
      message: 'kubelet is posting ready status',
    }
    const times = { lastHeartbeatTime: now(), lastTransitionTime: now() }
    const status = { capacity: resources, allocatable: resources, conditions: [{ ...condition, ...times }] }
    await untainted(await client.updateStatus(new Node({ ...created, status })))
    return undefined
  }

  /** As the controller of node life cycles does for a node that is ready. */
  async function untainted(node: Node): Promise<void> {
    const taints = node.spec?.taints ?? []
    const others = taints.filter(({ key }) => key !== notReadyTaint)
    if (others.length < taints.length)
      await client.update(new Node({ ...node, spec: { ...node.spec, taints: others } }))
  }

  async function bind(pod: Pod): Promise<undefined> {
    if (names.length === 0 || (pod.spec?.schedulingGates?.length ?? 0) > 0) return undefined
    const { name = '', namespace = '', uid } = pod.metadata ?? {}
    const target = { kind: 'Node', apiVersion: 'v1', name: names[next++ % names.length]! }
    const binding = new Binding({ metadata: { name, namespace, uid }, target })
    await client.resource(Pod).namespace(namespace).subresource('binding', Binding).create(name, binding)
    return undefined
  }

  async function run(pod: Pod): Promise<undefined> {
    const phase = outcome(pod)
    if (phase === 'Pending') return undefined
    const podIP = podAddress(++addresses)
    const status = { ...pod.status, podIP, podIPs: [{ ip: podIP }], ...fakedPodStatus(pod, phase, now()) }
    await client.updateStatus(new Pod({ ...pod, status }))
    return undefined
  }

  async function end(pod: Pod): Promise<undefined> {
    await deletePod(context, pod, { gracePeriodSeconds: 0n })
    return undefined
  }

  const loop = reconcileLoop({ name: 'node', context, reconcile })
  return {
    name: 'node',
    start() {
      const add = (pod: Pod) => loop.add(objectKey(pod))
      pods.addEventHandler({ onAdd: add, onUpdate: (_old, pod) => add(pod) })
      for (const name of names) loop.add(name)
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

/** An address of 10.128.0.0/9 for each number, from 10.244.0.1 on. */
function podAddress(number: number): string {
  const at = (244 << 16) + number
  return `10.${128 + ((at >> 16) & 127)}.${(at >> 8) & 255}.${at & 255}`
}

function defaultOutcome({ spec }: Pod): PodOutcome {
  return spec?.restartPolicy === undefined || spec.restartPolicy === 'Always' ? 'Running' : 'Succeeded'
}

function fakedPodStatus({ spec, status }: Pod, phase: PodOutcome, time: string): object {
  const isRunning = phase === 'Running'
  const condition = (type: string, is: boolean, reason?: string) => ({
    type,
    status: is ? 'True' : 'False',
    lastTransitionTime: time,
    ...(reason !== undefined && { reason }),
  })
  const ended = phase === 'Failed' ? { exitCode: 1, reason: 'Error' } : { exitCode: 0, reason: 'Completed' }
  const state = isRunning
    ? { running: { startedAt: time } }
    : { terminated: { ...ended, startedAt: time, finishedAt: time } }
  const scheduled = status?.conditions?.filter(({ type }) => type === 'PodScheduled') ?? []
  const done = isRunning ? undefined : 'PodCompleted'
  return {
    phase,
    startTime: time,
    hostIP: '127.0.0.1',
    conditions: [
      ...scheduled,
      condition('Initialized', true, done),
      condition('Ready', isRunning, done),
      condition('ContainersReady', isRunning, done),
    ],
    containerStatuses: (spec?.containers ?? []).map(({ name, image }) => ({
      name,
      image: image ?? '',
      imageID: '',
      ready: isRunning,
      started: isRunning,
      restartCount: 0,
      state,
    })),
  }
}
