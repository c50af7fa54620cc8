import { compareStrings } from '../../internal/compare-strings.js'
import { canonicalQuantity } from '../../resource/quantity-json.js'
import { podPrinter } from '../core/pod/table.js'
import { loadBalancerCell } from '../core/service/load-balancer-cell.js'
import type {
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from '../core/v1/types.gen.js'
import { structsOf, textsOf } from '../validation/go-values.js'
import { ageCell, cells, containerCells, firstFew, labelsCell, type RowPrinters } from './cells.js'

const none = '<none>'
const betaClass = 'volume.beta.kubernetes.io/storage-class'

/** Rows of the core group. Source: pkg/printers/internalversion of Kubernetes. */
export const corePrinters: RowPrinters = {
  ConfigMap: cells<ConfigMap>(({ data, binaryData }, { name, age }) => [name, sizeOf(data) + sizeOf(binaryData), age]),
  ComponentStatus: cells<ComponentStatus>(({ conditions }, { name }) => {
    const healthy = structsOf(conditions).find(({ type }) => type === 'Healthy')
    const status = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy'
    return [name, status, healthy?.message ?? '', healthy?.error ?? '']
  }),
  Endpoints: cells<Endpoints>((endpoints, { name, age }) => [name, endpointsCell(endpoints), age]),
  Event: cells<Event>(eventCells),
  Namespace: cells<Namespace>(({ status }, { name, age }) => [name, status?.phase ?? '', age]),
  Node: cells<Node>((node, { name, age }) => {
    const { kubeletVersion, osImage, kernelVersion, architecture, containerRuntimeVersion } =
      node.status?.nodeInfo ?? {}
    const kernel = kernelVersion ? (architecture ? `${kernelVersion} (${architecture})` : kernelVersion) : '<unknown>'
    const addresses = [addressOf(node, 'InternalIP'), addressOf(node, 'ExternalIP')]
    const system = [osImage || '<unknown>', kernel, containerRuntimeVersion || '<unknown>']
    return [name, nodeStatus(node), nodeRoles(node), age, kubeletVersion ?? '', ...addresses, ...system]
  }),
  PersistentVolume: cells<PersistentVolume>(({ metadata, spec, status }, { name, age }) => {
    const { claimRef } = spec ?? {}
    const capacity = spec?.capacity?.storage
    return [
      name,
      amountText(capacity),
      accessModes(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      metadata?.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
      claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '',
      metadata?.annotations?.[betaClass] ?? spec?.storageClassName ?? '',
      spec?.volumeAttributesClassName ?? '<unset>',
      status?.reason ?? '',
      age,
      spec?.volumeMode ?? '<unset>',
    ]
  }),
  PersistentVolumeClaim: cells<PersistentVolumeClaim>(({ metadata, spec, status }, { name, age }) => {
    const bound = spec?.volumeName ? (status ?? {}) : undefined
    const capacity = bound?.capacity?.storage
    return [
      name,
      metadata?.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
      spec?.volumeName ?? '',
      bound === undefined ? '' : amountText(capacity),
      accessModes(bound?.accessModes),
      metadata?.annotations?.[betaClass] ?? spec?.storageClassName ?? '',
      spec?.volumeAttributesClassName ?? '<unset>',
      age,
      spec?.volumeMode ?? '<unset>',
    ]
  }),
  Pod: podPrinter,
  PodTemplate: cells<PodTemplate>(({ template }, { name }) => {
    return [name, ...containerCells(template?.spec?.containers), labelsCell(template?.metadata?.labels)]
  }),
  ReplicationController: cells<ReplicationController>(({ spec, status }, { name, age }) => {
    const counts = [spec?.replicas ?? 0, status?.replicas ?? 0, status?.readyReplicas ?? 0]
    return [name, ...counts, age, ...containerCells(spec?.template?.spec?.containers), labelsCell(spec?.selector)]
  }),
  ResourceQuota: cells<ResourceQuota>(({ status }, { name, age }) => {
    const hard = status?.hard ?? {}
    const used = status?.used ?? {}
    const texts = Object.keys(hard)
      .sort(compareStrings)
      .map((resource) => {
        return { resource, text: `${resource}: ${amountText(used[resource])}/${amountText(hard[resource])}` }
      })
    const column = (ofLimits: boolean): string =>
      texts
        .filter(({ resource }) => resource.startsWith('limits.') === ofLimits)
        .map(({ text }) => text)
        .join(', ')
    return [name, column(false), column(true), age]
  }),
  Secret: cells<Secret>(({ type, data }, { name, age }) => [name, type ?? '', sizeOf(data), age]),
  Service: cells<Service>((service, { name, age }) => {
    const { type, clusterIPs, selector } = service.spec ?? {}
    return [
      name,
      type ?? '',
      clusterIPs?.[0] || none,
      externalIPs(service),
      servicePorts(service),
      age,
      labelsCell(selector),
    ]
  }),
  ServiceAccount: cells<ServiceAccount>((_account, { name, age }) => [name, age]),
}

function sizeOf(map: object | undefined): number {
  return Object.keys(map ?? {}).length
}

function endpointsCell(endpoints: Endpoints): string {
  const subsets = structsOf(endpoints.subsets)
  if (subsets.length === 0) return none
  const all = subsets.flatMap((subset) => {
    const addresses = structsOf(subset.addresses).map(({ ip }) => ip ?? '')
    const ports = structsOf(subset.ports).map(({ port }) => port ?? 0)
    if (ports.length === 0) return addresses
    return ports.flatMap((port) => addresses.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)))
  })
  return firstFew(all, 3)
}

function eventCells(event: Event, facts: Parameters<ReturnType<typeof cells<Event>>['cells']>[1]): (string | number)[] {
  const { involvedObject, series, source } = event
  const first = ageCell(event.firstTimestamp || event.eventTime, facts)
  const last = series
    ? ageCell(series.lastObservedTime, facts)
    : event.lastTimestamp
      ? ageCell(event.lastTimestamp, facts)
      : first
  const kind = (involvedObject?.kind ?? '').toLowerCase()
  const component = source?.component || event.reportingComponent || ''
  const instance = source?.host || event.reportingInstance || ''
  return [
    last,
    event.type ?? '',
    event.reason ?? '',
    involvedObject?.name ? `${kind}/${involvedObject.name}` : kind,
    involvedObject?.fieldPath ?? '',
    instance === '' ? component : `${component}, ${instance}`,
    (event.message ?? '').trim(),
    first,
    series ? (series.count ?? 0) : event.count || 1,
    facts.name,
  ]
}

function nodeStatus({ spec, status }: Node): string {
  const ready = structsOf(status?.conditions).find(({ type }) => type === 'Ready')
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady']
  if (spec?.unschedulable) words.push('SchedulingDisabled')
  return words.join(',')
}

const rolePrefix = 'node-role.kubernetes.io/'

function nodeRoles({ metadata }: Node): string {
  const roles = new Set<string>()
  for (const [key, value] of Object.entries(metadata?.labels ?? {})) {
    if (key.startsWith(rolePrefix) && key.length > rolePrefix.length) roles.add(key.slice(rolePrefix.length))
    else if (key === 'kubernetes.io/role' && value) roles.add(value)
  }
  return [...roles].sort(compareStrings).join(',') || none
}

function addressOf({ status }: Node, wanted: string): string {
  return structsOf(status?.addresses).find(({ type }) => type === wanted)?.address ?? none
}

const shortModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** An amount; one that is not there is the quantity 0 in Go. */
function amountText(amount: string | number | null | undefined): string {
  return canonicalQuantity(amount ?? '0')
}

function accessModes(modes: readonly string[] | undefined): string {
  return shortModes
    .filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',')
}

function externalIPs({ spec, status }: Service): string {
  const given = textsOf(spec?.externalIPs)
  switch (spec?.type) {
    case 'ClusterIP':
    case 'NodePort':
      return given.join(',') || none
    case 'LoadBalancer': {
      const balancer = loadBalancerCell(status?.loadBalancer?.ingress)
      return [...(balancer === '' ? [] : [balancer]), ...given].join(',') || '<pending>'
    }
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return '<unknown>'
  }
}

function servicePorts({ spec }: Service): string {
  const texts = structsOf(spec?.ports).map(({ port, nodePort, protocol }) => {
    return nodePort ? `${port ?? 0}:${nodePort}/${protocol ?? ''}` : `${port ?? 0}/${protocol ?? ''}`
  })
  return texts.join(',') || none
}
