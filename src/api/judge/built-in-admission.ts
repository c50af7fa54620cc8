import { newForbidden, newInvalid } from '../../errors/new-status-error.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { Namespace, type Node, Pod, type Toleration } from '../core/v1/types.gen.js'
import { metadataOf } from '../strategies/metadata-of.js'
import { validatePodSecurityLabels } from '../validation/core/pod-security-labels.js'
import type { AdmittedRequest, JudgeOptions } from './judge.js'

/** Facts about the cluster for admission. */
export interface AdmissionFacts {
  /**
   * Whether the cluster has only the objects of a new one: a pod with another priority class or runtime class is refused.
   * Default: such names are accepted.
   */
  readonly emptyCluster?: boolean
}

/**
 * The effects of the default admission plugins on an object, as far as they need no other objects: `TaintNodesByCondition`,
 * `Priority`, `DefaultTolerationSeconds`, `StorageObjectInUseProtection`, `RuntimeClass`, `PodSecurity` for the labels of
 * namespaces.
 *
 * Source: plugin/pkg/admission of Kubernetes.
 * @throws StatusError `Forbidden` with the messages of the plugins.
 */
export function builtInAdmission(facts: AdmissionFacts = {}): Pick<JudgeOptions, 'admit' | 'admitValid'> {
  return {
    admit: (request) => {
      if (request.subresource !== undefined) return
      const { group, kind } = request.type.groupVersionKind
      const admit = Object.hasOwn(plugins, `${group}/${kind}`) ? plugins[`${group}/${kind}`] : undefined
      admit?.(request, facts)
    },
    admitValid: ({ operation, object, old, subresource }) => {
      if (operation === 'create' && object instanceof Pod) checkOverhead(object)
      if (object instanceof Namespace && subresource === undefined) checkPodSecurity(object, old as Namespace)
    },
  }
}

type Plugin = (request: AdmittedRequest, facts: AdmissionFacts) => void

const plugins: Readonly<Record<string, Plugin>> = {
  '/Node': taintNode,
  '/Pod': (request, facts) => {
    setPriority(request, facts)
    addOutageTolerations(request.object as Pod)
    if (request.operation === 'create') checkRuntimeClass(request.object as Pod, facts)
  },
  '/PersistentVolume': protect('kubernetes.io/pv-protection'),
  '/PersistentVolumeClaim': protect('kubernetes.io/pvc-protection'),
  'storage.k8s.io/VolumeAttributesClass': protect('kubernetes.io/vac-protection'),
}

/** Keeps what is in use from being deleted. */
function protect(finalizer: string): Plugin {
  return ({ operation, object }) => {
    if (operation !== 'create') return
    const metadata = metadataOf(object)
    if (metadata.finalizers?.includes(finalizer)) return
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer]
  }
}

/** Nothing is scheduled to a new node before it is ready. */
function taintNode({ operation, object }: AdmittedRequest): void {
  if (operation !== 'create') return
  const node = object as Node
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
  node.spec ??= {}
  const { taints } = node.spec
  if (taints?.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return
  node.spec.taints = [...(taints ?? []), taint]
}

const outageSeconds = 300
const outages = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

function addOutageTolerations(pod: Pod): void {
  pod.spec ??= { containers: [] }
  const given: readonly Toleration[] = pod.spec.tolerations ?? []
  const missing = outages.filter(
    (outage) => !given.some(({ key, effect }) => (!key || key === outage) && (!effect || effect === 'NoExecute')),
  )
  if (missing.length === 0) return
  const added = missing.map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: outageSeconds,
  }))
  pod.spec.tolerations = [...given, ...added]
}

/** Classes that every cluster has. */
const priorityClasses: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

function setPriority({ operation, object, old }: AdmittedRequest, { emptyCluster = false }: AdmissionFacts): void {
  const pod = object as Pod
  pod.spec ??= { containers: [] }
  const { spec } = pod
  if (operation === 'update') {
    const before = (old as Pod).spec
    if (before?.priority !== undefined) spec.priority ??= before.priority
    if (before?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= before.preemptionPolicy
    return
  }
  const name = spec.priorityClassName ?? ''
  const known = Object.hasOwn(priorityClasses, name) ? priorityClasses[name] : undefined
  if (name !== '' && known === undefined) {
    if (emptyCluster) throw forbidden(pod, `no PriorityClass with name ${name} was found`)
    return
  }
  const priority = known ?? 0
  if (isSet(spec.priority) && spec.priority !== priority) {
    throw forbidden(pod, misplaced(`integer value of priority (${spec.priority})`, String(priority)))
  }
  spec.priority = priority
  const policy = 'PreemptLowerPriority'
  if (isSet(spec.preemptionPolicy) && spec.preemptionPolicy !== policy) {
    throw forbidden(pod, misplaced(`string value of PreemptionPolicy (${spec.preemptionPolicy})`, policy))
  }
  spec.preemptionPolicy = policy
}

function misplaced(what: string, computed: string): string {
  return `the ${what} must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`
}

function checkRuntimeClass(pod: Pod, { emptyCluster = false }: AdmissionFacts): void {
  const name = pod.spec?.runtimeClassName
  if (!emptyCluster || !isSet(name)) return
  if (name === '') throw new Error('resource name may not be empty')
  throw forbidden(pod, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`)
}

function checkOverhead(pod: Pod): void {
  const { overhead, runtimeClassName } = pod.spec ?? {}
  if (runtimeClassName || Object.keys(overhead ?? {}).length === 0) return
  throw forbidden(pod, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Labels that were wrong before may stay. */
function checkPodSecurity(namespace: Namespace, old: Namespace | undefined): void {
  const errors = validatePodSecurityLabels(namespace)
  const before = old === undefined ? [] : validatePodSecurityLabels(old)
  if (errors.length === 0 || errors.map(String).join('\n') === before.map(String).join('\n')) return
  throw newInvalid(Namespace.groupVersionKind, metadataOf(namespace).name ?? '', errors)
}

function forbidden(object: KubernetesObject, message: string): Error {
  return newForbidden({ group: '', resource: 'pods' }, metadataOf(object).name ?? '', new Error(message))
}
