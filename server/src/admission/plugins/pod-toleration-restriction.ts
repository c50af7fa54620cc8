import { covers, mergeTolerations } from 'apimachinery/api/admission-plugins'
import type { Namespace, Toleration } from 'apimachinery/api/core/v1'
import { computePodQOS } from 'apimachinery/api/validation/core'
import { newNotFound } from 'apimachinery/errors'
import { getAnnotations } from 'apimachinery/runtime'
import { AdmissionError } from '../admission-error.js'
import type { ClusterState } from '../cluster-state.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podOf } from '../pod-of.js'

/** `Configuration` of podtolerationrestriction.admission.k8s.io/v1alpha1: for namespaces without their own settings. */
export interface PodTolerationRestrictionConfiguration {
  readonly default?: readonly Toleration[] | undefined
  readonly whitelist?: readonly Toleration[] | undefined
}

type State = Pick<ClusterState, 'namespaces' | 'liveNamespace'>

const defaults = 'scheduler.alpha.kubernetes.io/defaultTolerations'
const whitelist = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist'
const memoryPressure: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  effect: 'NoSchedule',
}

/**
 * Adds the tolerations of the namespace to pods, and refuses others. Source: plugin/pkg/admission/podtolerationrestriction.
 */
export function podTolerationRestriction(
  state: State,
  configuration: PodTolerationRestrictionConfiguration = {},
): AdmissionPlugin {
  const namespaceOf = async (name: string): Promise<Namespace> => {
    const found = state.namespaces.get('', name) ?? (await state.liveNamespace(name))
    if (found === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, name)
    return found
  }
  const extraOf = async (name: string): Promise<readonly Toleration[]> =>
    tolerationsOf(await namespaceOf(name), defaults) ?? configuration.default ?? []
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const extra = attributes.operation === 'CREATE' ? await extraOf(attributes.namespace) : []
      const given = pod.spec.tolerations ?? []
      const merged = extra.length > 0 && given.length > 0 ? mergeTolerations(extra, given) : [...extra, ...given]
      const isBestEffort = computePodQOS(pod.spec, { podLevelResources: true, fixQOSClass: true }) === 'BestEffort'
      const final = isBestEffort ? merged : mergeTolerations(merged, [memoryPressure])
      if (final.length > 0) pod.spec.tolerations = final
    },
    async validate(attributes) {
      const given = podOf(attributes)?.spec.tolerations ?? []
      if (given.length === 0) return
      const list = tolerationsOf(await namespaceOf(attributes.namespace), whitelist) ?? configuration.whitelist ?? []
      if (list.length === 0 || given.every((toleration) => list.some((wider) => covers(wider, toleration)))) return
      throw new AdmissionError(
        'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
      )
    },
  }
}

/** @throws SyntaxError for an annotation that is not JSON. */
function tolerationsOf(namespace: Namespace, annotation: string): readonly Toleration[] | undefined {
  const text = getAnnotations(namespace)?.[annotation]
  if (text === undefined) return undefined
  if (text === '') return []
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new AdmissionError(`annotation ${annotation} is no list of tolerations`)
  return list
}
