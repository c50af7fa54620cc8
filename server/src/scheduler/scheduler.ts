import { Node, Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import type { Controller, ControllerContext } from '../controllers/controller.js'
import { BindingCycle } from './binding-cycle.js'
import { ClusterHandlers } from './cluster-handlers.js'
import { FailureHandler } from './failure-handler.js'
import { NodeSearch } from './node-search.js'
import { DefaultPreemption } from './preemption/default-preemption.js'
import { Evictions } from './preemption/evictions.js'
import { defaultProfile } from './profile.js'
import { SchedulingQueue } from './queue/scheduling-queue.js'
import { queueRules } from './queue-rules.js'
import { SchedulerEvents } from './scheduler-events.js'
import { SchedulingLoop } from './scheduling-loop.js'
import { Slots } from './slots.js'
import { ClusterState } from './state/cluster-state.js'
import { watchStorage } from './storage-handlers.js'
import { StorageState } from './volumes/storage-state.js'

/** How a scheduler works. */
export interface SchedulerOptions {
  /** Pods with this `schedulerName` are scheduled. Default: `default-scheduler`. */
  readonly schedulerName?: string | undefined
  /** Numbers from 0 up to 1, which choose among nodes that are equally good. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** Bindings and reports that go on at once. */
const mostWrites = 64

/** Binds pods to nodes, as kube-scheduler does with its default profile. Source: pkg/scheduler of Kubernetes. */
export function scheduler(context: ControllerContext, options: SchedulerOptions = {}): Controller {
  const { schedulerName = 'default-scheduler', random = Math.random } = options
  const { client, informers, clock, pace } = context
  const state = new ClusterState()
  const slots = new Slots(mostWrites)
  const events = new SchedulerEvents(schedulerName, { client, clock })
  const pods = informers.informerFor(Pod)
  const nodes = informers.informerFor(Node)
  const budgets = informers.informerFor(PodDisruptionBudget)
  const storage = new StorageState(informers)
  const profile = defaultProfile(context, { state, storage })
  const evictions = new Evictions({ context, state, events, schedulerName, pods: pods.lister })
  const rules = queueRules(profile.filters, evictions)
  const queue = new SchedulingQueue({ clock: pace, onReady: () => loop.wake(), rules })
  const failures = new FailureHandler({ context, state, queue, events, slots, pods: pods.lister })
  const binding = new BindingCycle({ context, state, queue, events, failures, slots })
  const search = new NodeSearch(state, profile, random)
  const preemption = new DefaultPreemption({ state, clock, random, budgets: budgets.lister })
  const loop = new SchedulingLoop({
    ...{ context, state, queue, search, preemption },
    ...{ evictions, binding, failures, slots },
  })
  const handlers = new ClusterHandlers({ state, queue, schedulerName })
  return {
    name: 'scheduler',
    start() {
      const registrations = [pods.addEventHandler(handlers.pods()), nodes.addEventHandler(handlers.nodes())]
      watchStorage(storage.informers, queue)
      const others = [...profile.informers, budgets].map((informer) => informer.waitForSync().catch(() => undefined))
      const synced = registrations.map((registration) => registration.synced)
      void Promise.all([...synced, ...others]).then(() => loop.start())
    },
    async stop() {
      queue.stop()
      await loop.stop()
      await events.stop()
    },
  }
}
