import { ageCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { ContainerStatus, Pod, PodStatus } from '../v1/types.gen.js'

/** Summary of the statuses of containers. */
interface Summary {
  reason: string
  restarts: number
  lastRestart: string
  ready: number
}

/** How a Pod is shown. Source: `printPod` of pkg/printers/internalversion of Kubernetes. */
export const podTable: KindTable<Pod> = {
  columns: [
    nameColumn,
    column('Ready', 'string', 'The aggregate readiness state of this pod for accepting traffic.'),
    column('Status', 'string', 'The aggregate status of the containers in this pod.'),
    column(
      'Restarts',
      'string',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    ),
    ageColumn,
    wideColumn(
      'IP',
      'string',
      'podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
    ),
    wideColumn(
      'Node',
      'string',
      'NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a specific node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename',
    ),
    wideColumn(
      'Nominated Node',
      'string',
      'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
    ),
    wideColumn(
      'Readiness Gates',
      'string',
      'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
    ),
  ],
  cells(pod, facts) {
    const { spec, status } = pod
    const summary = summaryOf(pod)
    const restarts = String(summary.restarts)
    const ago = summary.lastRestart === '' ? '' : ` (${ageCell(summary.lastRestart, facts)} ago)`
    const sidecars = structsOf(spec?.initContainers).filter(({ restartPolicy }) => restartPolicy === 'Always').length
    return [
      facts.name,
      `${summary.ready}/${structsOf(spec?.containers).length + sidecars}`,
      summary.reason,
      summary.restarts === 0 ? restarts : restarts + ago,
      facts.age,
      status?.podIPs?.[0]?.ip || '<none>',
      spec?.nodeName || '<none>',
      status?.nominatedNodeName || '<none>',
      readinessGates(pod),
    ]
  },
  conditions({ status }) {
    if (status?.phase === 'Succeeded') return [completed('Succeeded', 'The pod has completed successfully.')]
    return status?.phase === 'Failed' ? [completed('Failed', 'The pod failed.')] : []
  },
}

function completed(reason: string, message: string): { type: string; status: 'True'; reason: string; message: string } {
  return { type: 'Completed', status: 'True', reason, message }
}

function summaryOf(pod: Pod): Summary {
  const status = pod.status ?? {}
  const summary: Summary = { reason: status.reason || status.phase || '', restarts: 0, lastRestart: '', ready: 0 }
  const gated = structsOf(status.conditions).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  if (gated) summary.reason = 'SchedulingGated'
  const initializing = readInitContainers(pod, summary)
  if (!initializing || isTrue(status, 'Initialized')) readContainers(status, summary)
  if (pod.metadata?.deletionTimestamp) {
    if (status.reason === 'NodeLost') summary.reason = 'Unknown'
    else if (status.phase !== 'Succeeded' && status.phase !== 'Failed') summary.reason = 'Terminating'
  }
  return summary
}

/** Reads the containers that run first; true while one of them has not done its work. If all have finished, the count has the restarts of sidecars only. */
function readInitContainers({ spec, status }: Pod, summary: Summary): boolean {
  const containers = structsOf(spec?.initContainers)
  const sidecars = new Set(containers.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name))
  const ofSidecars: Summary = { ...summary }
  let initializing = false
  for (const [index, container] of structsOf(status?.initContainerStatuses).entries()) {
    addRestarts(container, summary)
    const isSidecar = sidecars.has(container.name)
    if (isSidecar) addRestarts(container, ofSidecars)
    if (container.state?.terminated && !container.state.terminated.exitCode) continue
    if (isSidecar && container.started) {
      if (container.ready) summary.ready++
      continue
    }
    summary.reason = `Init:${initReason(container) ?? `${index}/${containers.length}`}`
    initializing = true
    break
  }
  if (!initializing || (status !== undefined && isTrue(status, 'Initialized'))) {
    summary.restarts = ofSidecars.restarts
    summary.lastRestart = ofSidecars.lastRestart
  }
  return initializing
}

function initReason({ state }: ContainerStatus): string | undefined {
  if (state?.terminated) return state.terminated.reason || exitText(state.terminated)
  const waiting = state?.waiting?.reason
  return waiting && waiting !== 'PodInitializing' ? waiting : undefined
}

function exitText({ signal, exitCode }: { signal?: number | null | undefined; exitCode?: number | null }): string {
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`
}

function readContainers(status: PodStatus, summary: Summary): void {
  let running = false
  for (const container of [...structsOf(status.containerStatuses)].reverse()) {
    addRestarts(container, summary)
    const { waiting, terminated, running: runs } = container.state ?? {}
    if (waiting?.reason) summary.reason = waiting.reason
    else if (terminated) summary.reason = terminated.reason || exitText(terminated)
    else if (container.ready && runs) {
      running = true
      summary.ready++
    }
  }
  // A pod of which something still runs has not completed.
  if (summary.reason === 'Completed' && running) summary.reason = isTrue(status, 'Ready') ? 'Running' : 'NotReady'
}

function addRestarts({ restartCount, lastState }: ContainerStatus, summary: Summary): void {
  summary.restarts += restartCount ?? 0
  const finished = lastState?.terminated?.finishedAt
  if (finished && Date.parse(finished) > (Date.parse(summary.lastRestart) || 0)) summary.lastRestart = finished
}

function isTrue({ conditions }: PodStatus, wanted: string): boolean {
  return structsOf(conditions).some(({ type, status }) => type === wanted && status === 'True')
}

function readinessGates({ spec, status }: Pod): string {
  const gates = structsOf(spec?.readinessGates)
  if (gates.length === 0) return '<none>'
  const open = gates.filter(({ conditionType }) => {
    return structsOf(status?.conditions).find(({ type }) => type === conditionType)?.status === 'True'
  })
  return `${open.length}/${gates.length}`
}
