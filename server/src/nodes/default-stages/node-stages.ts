import type { Node } from 'apimachinery/api/core/v1'
import type { Stage } from '../stages/stage.js'
import { kwokVersion } from '../stages/template-functions.js'
import { stageOfFunctions } from './stage-of-function.js'

/** Every new node has it, so that nothing is scheduled there before it is ready. */
const notReadyTaint = 'node.kubernetes.io/not-ready'

const conditions = [
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
] as const

/** The stage of nodes: they become ready. */
export const nodeStages: readonly Stage[] = [
  stageOfFunctions<Node>('Node', {
    name: 'node-ready',
    matches: (node) => !isReady(node),
    steps: [
      { status: (node, { now }) => readyStatus(node, now) },
      // As the controller of node life cycles does for a node that is ready.
      { patch: ({ spec }) => ({ spec: { taints: spec?.taints?.filter(({ key }) => key !== notReadyTaint) ?? null } }) },
    ],
  }),
]

function isReady({ status }: Node): boolean {
  return status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True') === true
}

function readyStatus({ metadata, status }: Node, now: string): object {
  const resources = { cpu: '64', memory: '256Gi', pods: '1000' }
  const times = { lastHeartbeatTime: now, lastTransitionTime: now }
  const others = status?.conditions?.filter((each) => conditions.every(([type]) => type !== each.type)) ?? []
  return {
    phase: 'Running',
    capacity: status?.capacity ?? resources,
    allocatable: status?.allocatable ?? resources,
    conditions: [
      ...conditions.map(([type, value, reason, message]) => ({ type, status: value, reason, message, ...times })),
      ...others,
    ],
    addresses: addresses(status?.addresses, metadata?.name ?? ''),
    nodeInfo: {
      architecture: 'amd64',
      bootID: '',
      containerRuntimeVersion: `kwok-${kwokVersion}`,
      kernelVersion: `kwok-${kwokVersion}`,
      kubeProxyVersion: `kwok-${kwokVersion}`,
      kubeletVersion: `kwok-${kwokVersion}`,
      machineID: '',
      operatingSystem: 'linux',
      osImage: '',
      systemUUID: '',
      ...status?.nodeInfo,
    },
  }
}

type Addresses = NonNullable<Node['status']>['addresses']

function addresses(known: Addresses = [], name: string): object[] {
  const hasName = known.some(({ type }) => type === 'Hostname')
  return hasName ? known : [...known, { type: 'Hostname', address: name }]
}
