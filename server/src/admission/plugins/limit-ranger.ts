import {
  type Container,
  type LimitRange,
  type LimitRangeItem,
  PersistentVolumeClaim,
  type Pod,
  type PodSpec,
  type ResourceList,
} from 'apimachinery/api/core/v1'
import { newAggregate } from 'apimachinery/errors'
import { getAnnotations, setAnnotations } from 'apimachinery/runtime'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden, isFor } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { podRequirements, specResources } from '../pod-requirements.js'
import { amountsOf } from '../resource-amounts.js'
import { type LimitedResources, limitViolations, storageViolations } from './limit-violations.js'

/**
 * Fills in the resources that the limit ranges of a namespace have as defaults, and refuses what is beyond them.
 *
 * Source: plugin/pkg/admission/limitranger.
 */
export function limitRanger({ limitRanges }: Pick<ClusterState, 'limitRanges'>): AdmissionPlugin {
  return {
    resources: ['pods', 'persistentvolumeclaims'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async admit(attributes) {
      const pod = limitedPod(attributes)
      if (pod === undefined) return
      for (const range of limitRanges.list(attributes.namespace)) setDefaults(pod, range)
    },
    async validate(attributes) {
      for (const range of limitRanges.list(attributes.namespace)) {
        const error = newAggregate(violationsOf(range, attributes).map((text) => new AdmissionError(text)))
        if (error !== undefined) throw forbidden(attributes, error.message)
      }
    },
  }
}

/** The pod of a creation or of a resize: nothing else can change resources. */
function limitedPod(attributes: AdmissionAttributes): (Pod & { spec: PodSpec }) | undefined {
  const { kind, operation, subresource, object } = attributes
  if (kind.group !== '' || kind.kind !== 'Pod' || attributes.resource.resource !== 'pods' || isEnding(attributes)) {
    return undefined
  }
  const limited = operation === 'CREATE' ? subresource === '' : subresource === 'resize'
  return limited ? (object as Pod & { spec: PodSpec }) : undefined
}

function isEnding({ oldObject }: AdmissionAttributes): boolean {
  return (oldObject as Pod | undefined)?.metadata?.deletionTimestamp !== undefined
}

function setDefaults(pod: Pod & { spec: PodSpec }, { spec }: LimitRange): void {
  const defaults = { requests: {} as ResourceList, limits: {} as ResourceList }
  for (const limit of spec?.limits ?? []) {
    if (limit.type !== 'Container') continue
    Object.assign(defaults.requests, limit.defaultRequest)
    Object.assign(defaults.limits, limit.default)
  }
  const notes = [
    ...(pod.spec.containers ?? []).flatMap((each) => fill(each, `container ${each.name}`, defaults)),
    ...(pod.spec.initContainers ?? []).flatMap((each) => fill(each, `init container ${each.name}`, defaults)),
  ]
  if (notes.length === 0) return
  const note = `LimitRanger plugin set: ${notes.join('; ')}`
  setAnnotations(pod, { ...getAnnotations(pod), 'kubernetes.io/limit-ranger': note })
}

/** Sets missing resources of a container, and returns a description. */
function fill(container: Container, title: string, defaults: Record<'requests' | 'limits', ResourceList>): string[] {
  return (['requests', 'limits'] as const).flatMap((side) => {
    const given = container.resources?.[side] ?? {}
    const added = Object.entries(defaults[side]).filter(([name]) => !Object.hasOwn(given, name))
    if (added.length === 0) return []
    container.resources ??= {}
    container.resources[side] = { ...given, ...Object.fromEntries(added) }
    const names = added.map(([name]) => name).sort()
    return [`${names.join(', ')} ${side === 'requests' ? 'request' : 'limit'} for ${title}`]
  })
}

function violationsOf({ spec }: LimitRange, attributes: AdmissionAttributes): string[] {
  const limits = spec?.limits ?? []
  const pod = limitedPod(attributes)
  if (pod !== undefined) return limits.flatMap((limit) => podViolations(limit, pod.spec))
  const { object } = attributes
  if (!isFor(attributes, '', 'persistentvolumeclaims') || !(object instanceof PersistentVolumeClaim)) return []
  if (isEnding(attributes)) return []
  const requests = amountsOf(object.spec?.resources?.requests)
  return limits
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap((limit) => storageViolations(limit, requests))
}

function podViolations(limit: LimitRangeItem, spec: PodSpec): string[] {
  if (limit.type === 'Container') {
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
    return containers.flatMap((each) => limitViolations(limit, containerResources(each)))
  }
  if (limit.type !== 'Pod') return []
  return limitViolations(limit, {
    requests: podRequirements(spec, 'requests'),
    limits: podRequirements(spec, 'limits'),
  })
}

function containerResources(container: Container): LimitedResources {
  return { requests: specResources(container, 'requests'), limits: specResources(container, 'limits') }
}
