import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { invalidNamed } from '../../validation/named-text.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { containerDescriptor, podSpecDescriptor, resourceRequirementsDescriptor } from '../v1/descriptors.gen.js'
import type { Container, Pod, PodSpec, ResourceList, ResourceRequirements } from '../v1/types.gen.js'
import { mirrorPodAnnotation } from './pod-annotation-keys.js'
import type { PodValidationOptions } from './pod-options.js'
import { computePodQOS } from './pod-qos.js'
import { specOf, validatePodMetadataAndSpec } from './validation.js'

const specPath = /* @__PURE__ */ fieldPath('spec')

interface Specs {
  readonly now: PodSpec
  readonly before: PodSpec
}

/** Checks a running pod that gets other resources: processor and memory may change, nothing else. */
export function validatePodResize(pod: Pod, old: Pod, options: PodValidationOptions): readonly FieldError[] {
  const specs: Specs = { now: specOf(pod), before: specOf(old) }
  const refusal = refusalOf(old)
  if (refusal !== undefined) return [refusal]
  const errors = validateObjectMetaUpdate(pod.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, validatePodMetadataAndSpec(pod, options))
  appendAll(errors, qosErrors(pod, old, options))
  if (!isResizeSupported(old)) errors.push(forbidden(specPath, 'Pod running on node without support for resize'))
  if (hasResources(specs.now) || hasResources(specs.before)) {
    if (!options.inPlacePodLevelResourcesVerticalScaling) {
      const detail =
        'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled'
      errors.push(forbidden(fieldPath(''), detail))
      return errors
    }
    errors.push(...podLevelErrors(specs))
  }
  if (structsOf(old.status?.nodeAllocatableResourceClaimStatuses).length > 0) {
    errors.push(forbidden(specPath, 'pods with node allocatable resource claims cannot be resized'))
  }
  const order = orderErrors(specs)
  if (order.length > 0) return [...errors, ...order]
  appendAll(errors, containerErrors(specs, options))
  if (errors.length > 0 || deepEqual(podSpecDescriptor, masked(specs), specs.before)) return errors
  return [forbidden(specPath, 'only cpu and memory resources are mutable')]
}

function refusalOf(old: Pod): FieldError | undefined {
  if (isSet(memberOf(old.metadata?.annotations, mirrorPodAnnotation))) {
    return forbidden(fieldPath(''), 'static pods cannot be resized')
  }
  return old.spec?.os?.name === 'windows' ? forbidden(fieldPath(''), 'windows pods cannot be resized') : undefined
}

function qosErrors(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const before = old.status?.qosClass || computePodQOS(specOf(old), options)
  if (before === computePodQOS(specOf(pod), options)) return []
  return [invalidNamed(specPath, pod.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')]
}

/** A node that supports resize reports the resources of its containers. */
function isResizeSupported({ status }: Pod): boolean {
  const running = structsOf(status?.containerStatuses).find(({ state }) => isSet(state?.running))
  return running === undefined || isSet(running.resources)
}

function hasResources({ resources }: PodSpec): boolean {
  return Object.keys({ ...resources?.requests, ...resources?.limits }).length > 0
}

function podLevelErrors({ now, before }: Specs): FieldError[] {
  const path = specPath.child('resources')
  if (isSet(before.resources) && !isSet(now.resources)) {
    return [forbidden(path, 'pod-level resources cannot be removed')]
  }
  const errors: FieldError[] = []
  for (const kind of ['requests', 'limits'] as const) {
    if (!isSet(before.resources) || !isRemoved(now.resources?.[kind], before.resources[kind])) continue
    errors.push(forbidden(path.child(kind), `pod-level resource ${kind} cannot be removed`))
  }
  if (isSame(maskedPodLevel({ now, before }), before.resources)) return errors
  return [...errors, forbidden(specPath, 'only cpu and memory resources are mutable at pod-level')]
}

function isSame(a: ResourceRequirements | undefined, b: ResourceRequirements | undefined): boolean {
  if (!isSet(a) || !isSet(b)) return isSet(a) === isSet(b)
  return deepEqual(resourceRequirementsDescriptor, a, b)
}

function isRemoved(now: ResourceList | null | undefined, before: ResourceList | null | undefined): boolean {
  return Object.keys(before ?? {}).some((name) => !Object.hasOwn(now ?? {}, name))
}

/** Containers stay in their places. */
function orderErrors({ now, before }: Specs): FieldError[] {
  return (['containers', 'initContainers'] as const).flatMap((name) => {
    const path = specPath.child(name)
    const containers = structsOf(now[name])
    const old = structsOf(before[name])
    if (containers.length !== old.length) return [forbidden(path, `${name} may not be added or removed on resize`)]
    return old.flatMap((container, i) => {
      if ((containers[i]?.name ?? '') === (container.name ?? '')) return []
      return [forbidden(path.index(i).child('name'), `${name} may not be renamed or reordered on resize`)]
    })
  })
}

function containerErrors({ now, before }: Specs, options: PodValidationOptions): FieldError[] {
  const errors: FieldError[] = []
  const init = structsOf(now.initContainers)
  for (const [i, old] of structsOf(before.initContainers).entries()) {
    if (!options.inPlacePodVerticalScalingInitContainers && old.restartPolicy !== 'Always') continue
    errors.push(...removedErrors(init[i], old, specPath.child('initContainers').index(i)))
  }
  const containers = structsOf(now.containers)
  for (const [i, old] of structsOf(before.containers).entries()) {
    errors.push(...removedErrors(containers[i], old, specPath.child('containers').index(i)))
  }
  for (const [i, old] of structsOf(before.containers).entries()) {
    if (deepEqual(containerDescriptor, maskedContainer(containers[i], old), old)) continue
    errors.push(forbidden(specPath, 'only cpu and memory resources are mutable'))
  }
  for (const [i, old] of structsOf(before.initContainers).entries()) {
    errors.push(...initErrors({ now: init[i], before: old }, specPath.child('initContainers').index(i), options))
  }
  return errors
}

function removedErrors(now: Container | undefined, before: Container, path: FieldPath): FieldError[] {
  return (['requests', 'limits'] as const)
    .filter((kind) => isRemoved(now?.resources?.[kind], before.resources?.[kind]))
    .map((kind) => forbidden(path.child('resources', kind), `resource ${kind} cannot be removed`))
}

function initErrors(
  { now, before }: { readonly now: Container | undefined; readonly before: Container },
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const changed = !deepEqual(containerDescriptor, now, before)
  const isSidecar = now?.restartPolicy === 'Always'
  if (!isSidecar && !options.inPlacePodVerticalScalingInitContainers) {
    return changed ? [forbidden(specPath, 'resources for non-sidecar init containers are immutable')] : []
  }
  const errors: FieldError[] = []
  if (!deepEqual(containerDescriptor, maskedContainer(now, before), before)) {
    const earlier = forbidden(specPath, 'only cpu and memory resources for sidecar containers are mutable')
    const detail = 'only cpu and memory resources for init or sidecar containers are mutable'
    errors.push(forbidden(path, detail).since(36, earlier))
  }
  if (!changed || isSidecar) return errors
  const detail = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized'
  const restarts = structsOf(now?.resizePolicy).filter(({ restartPolicy }) => restartPolicy === 'RestartContainer')
  return [...errors, ...restarts.map(() => forbidden(path, detail))]
}

/** The specification with processor and memory as they were. */
function masked({ now, before }: Specs): PodSpec {
  const mask = (name: 'containers' | 'initContainers'): Container[] =>
    structsOf(now[name]).map((container, i) => maskedContainer(container, structsOf(before[name])[i]))
  const spec: PodSpec = { ...now, containers: mask('containers'), initContainers: mask('initContainers') }
  if (hasResources(now) || hasResources(before)) spec.resources = maskedPodLevel({ now, before })
  return spec
}

function maskedContainer(now: Container | undefined, before: Container | undefined): Container {
  const [mine, old] = [now?.resources, before?.resources]
  const resources = {
    limits: maskedList(mine?.limits, old?.limits),
    requests: maskedList(mine?.requests, old?.requests),
  }
  return { ...(now ?? { name: '' }), resources }
}

function maskedPodLevel({ now, before }: Specs): ResourceRequirements | undefined {
  const { resources } = now
  if (!isSet(resources)) return undefined
  const limits = maskedList(resources.limits, before.resources?.limits)
  const requests = maskedList(resources.requests, before.resources?.requests)
  const isEmpty = Object.keys({ ...limits, ...requests }).length === 0 && structsOf(resources.claims).length === 0
  return !isSet(before.resources) && isEmpty ? undefined : { ...resources, limits, requests }
}

function maskedList(now: ResourceList | null | undefined, before: ResourceList | null | undefined): ResourceList {
  const kept = Object.entries(now ?? {}).filter(([name]) => name !== 'cpu' && name !== 'memory')
  const old = (['cpu', 'memory'] as const).flatMap((name): [string, string][] => {
    const amount = memberOf(before, name)
    return amount === undefined ? [] : [[name, amount]]
  })
  return Object.fromEntries([...kept, ...old])
}
