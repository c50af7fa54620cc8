import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Affinity, PodSpec, PodTemplateSpec, Toleration } from 'apimachinery/api/core/v1'

/** The label with the hash of a pod's revision, and of a revision itself. */
export const hashLabel = 'controller-revision-hash'
/** The label with the generation of a pod's template. */
export const generationLabel = 'pod-template-generation'
const generationAnnotation = 'deprecated.daemonset.template.generation'

const nodeProblems: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((key) => exists(key, 'NoExecute')),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((key) => exists(key, 'NoSchedule')),
]
const noNetwork = exists('network-unavailable', 'NoSchedule')

function exists(key: string, effect: string): Toleration {
  return { key: `node.kubernetes.io/${key}`, operator: 'Exists', effect }
}

/**
 * The tolerations of a pod with those that let it run on nodes with problems. Source: `AddOrUpdateDaemonPodTolerations` in
 * pkg/controller/daemon/util of Kubernetes.
 */
export function daemonTolerations({ tolerations = [], hostNetwork }: PodSpec): Toleration[] {
  const added = hostNetwork === true ? [...nodeProblems, noNetwork] : nodeProblems
  return added.reduce<Toleration[]>(withToleration, [...tolerations])
}

/** Replaces those for the same taints, or adds one. */
function withToleration(tolerations: Toleration[], added: Toleration): Toleration[] {
  const isFor = (each: Toleration): boolean =>
    each.key === added.key &&
    (each.effect ?? '') === added.effect &&
    (each.operator ?? '') === added.operator &&
    (each.value ?? '') === ''
  if (!tolerations.some(isFor)) return [...tolerations, added]
  return tolerations.map((each) => (isFor(each) ? added : each))
}

/** The generation of a template; undefined if it is not known. */
export function templateGeneration({ metadata }: DaemonSet): string | undefined {
  const text = metadata?.annotations?.[generationAnnotation]
  if (text === undefined || !/^[-+]?[0-9]+$/.test(text)) return undefined
  const generation = BigInt(text.replace(/^\+/, ''))
  return BigInt.asIntN(64, generation) === generation ? String(generation) : undefined
}

/** The template of a daemon set's pods on a node. Source: `CreatePodTemplate` in pkg/controller/daemon/util of Kubernetes. */
export function daemonTemplate(set: DaemonSet, hash: string, node: string): PodTemplateSpec {
  const template = set.spec?.template
  const spec = template?.spec ?? { containers: [] }
  const generation = templateGeneration(set)
  const labels = {
    ...template?.metadata?.labels,
    ...(generation !== undefined && { [generationLabel]: generation }),
    ...(hash !== '' && { [hashLabel]: hash }),
  }
  return {
    ...template,
    metadata: { ...template?.metadata, labels },
    spec: { ...spec, tolerations: daemonTolerations(spec), affinity: onlyOn(node, spec.affinity) },
  }
}

/** The affinity with a required one for one node, in place of what was required of nodes. */
function onlyOn(node: string, affinity: Affinity | undefined): Affinity {
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }]
  const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms }
  return { ...affinity, nodeAffinity: { ...affinity?.nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution } }
}
