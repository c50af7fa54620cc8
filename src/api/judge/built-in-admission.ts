import { newInvalid } from '../../errors/new-status-error.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { ClusterFacts, Lister } from '../admission-plugins/cluster-facts.js'
import { addDefaultTolerations } from '../admission-plugins/default-toleration-seconds.js'
import { addNotReadyTaint } from '../admission-plugins/node-taint.js'
import { validatePodSecurityLabels } from '../admission-plugins/pod-security-labels.js'
import { keepPriority, setPriority } from '../admission-plugins/priority.js'
import { setRuntimeClass, validateOverhead } from '../admission-plugins/runtime-class.js'
import { protectInUse, protectionFinalizers } from '../admission-plugins/storage-object-in-use.js'
import { Namespace, Node, Pod } from '../core/v1/types.gen.js'
import { PriorityClass } from '../scheduling/v1/types.gen.js'
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
export function builtInAdmission({
  emptyCluster = false,
}: AdmissionFacts = {}): Pick<JudgeOptions, 'admit' | 'admitValid'> {
  const facts = newClusterFacts()
  const knowsPriority = ({ spec }: Pod) =>
    emptyCluster || !spec?.priorityClassName || facts.priorityClasses.get('', spec.priorityClassName) !== undefined
  const knowsRuntime = ({ spec }: Pod) => emptyCluster || !spec?.runtimeClassName
  return {
    admit: ({ operation, object, old, subresource, type }) => {
      if (subresource !== undefined) return
      const isNew = operation === 'create'
      if (object instanceof Pod) {
        if (!isNew) keepPriority(object, old as Pod)
        else if (knowsPriority(object)) setPriority(object, facts)
        addDefaultTolerations(object, { notReady: 300, unreachable: 300 })
        if (isNew && knowsRuntime(object)) setRuntimeClass(object, facts)
      }
      if (isNew) admitNew(object, type)
    },
    admitValid: ({ operation, object, old, subresource }) => {
      if (operation === 'create' && object instanceof Pod && knowsRuntime(object)) validateOverhead(object, facts)
      if (!(object instanceof Namespace) || subresource !== undefined) return
      const errors = validatePodSecurityLabels(object, old as Namespace | undefined)
      if (errors.length > 0) throw newInvalid(Namespace.groupVersionKind, object.metadata?.name ?? '', errors)
    },
  }
}

function admitNew(object: KubernetesObject, { groupVersionKind, resource }: AdmittedRequest['type']): void {
  if (object instanceof Node) addNotReadyTaint(object)
  const { group } = groupVersionKind
  const name = group === '' ? (resource?.plural ?? '') : `${resource?.plural}.${group}`
  if (Object.hasOwn(protectionFinalizers, name)) protectInUse(object, protectionFinalizers[name]!)
}

/** The classes that every cluster has. */
function newClusterFacts(): ClusterFacts {
  const systemClass = (name: string, value: number) => new PriorityClass({ metadata: { name }, value })
  const classes = [
    systemClass('system-cluster-critical', 2_000_000_000),
    systemClass('system-node-critical', 2_000_001_000),
  ]
  const none: Lister<never> = { get: () => undefined, list: () => [] }
  const priorityClasses: Lister<PriorityClass> = {
    get: (_, name) => classes.find(({ metadata }) => metadata?.name === name),
    list: () => classes,
  }
  return { priorityClasses, runtimeClasses: none }
}
