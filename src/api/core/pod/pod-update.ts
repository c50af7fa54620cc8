import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import { compareStrings } from '../../../internal/compare-strings.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { trimSpace } from '../../validation/trim-space.js'
import { forbiddenChange } from '../internal-form/struct-diff.js'
import { validateTolerations } from '../scheduling/tolerations.js'
import { podSpecDescriptor, tolerationDescriptor } from '../v1/descriptors.gen.js'
import type { Container, Pod, PodSchedulingGate, PodSpec, Toleration } from '../v1/types.gen.js'
import { gatedSpec } from './gated-pods.js'
import { validatePodAnnotationUpdates } from './pod-annotations.js'
import type { PodValidationOptions } from './pod-options.js'
import { specOf, validatePodMetadataAndSpec } from './validation.js'

const maxInt32 = 2 ** 31 - 1

const updatableFields = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]

/** Checks a changed pod: images, deadline, tolerations and gates may change, in some ways. */
export function validatePodUpdate(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const errors = validatePodUpdateMetadata(pod, old, options)
  const now = specOf(pod)
  const before = specOf(old)
  for (const name of ['containers', 'initContainers'] as const) {
    const path = fieldPath('spec', name)
    const containers = structsOf(now[name])
    if (containers.length !== structsOf(before[name]).length) {
      errors.push(forbidden(path, 'pod updates may not add or remove containers'))
      return errors
    }
    for (const [i, container] of containers.entries()) errors.push(...imageErrors(container, path.index(i)))
  }
  const deadline = deadlineErrors(now, before)
  appendAll(errors, deadline.errors)
  if (deadline.stop) return errors
  appendAll(errors, addedTolerationErrors(now, before, options))
  appendAll(errors, addedGateErrors(structsOf(now.schedulingGates), structsOf(before.schedulingGates)))
  if (deepEqual(podSpecDescriptor, now, before)) return errors
  const { spec, errors: gated } = gatedSpec(withUpdatableFieldsOf(now, before), before)
  appendAll(errors, gated)
  if (!deepEqual(podSpecDescriptor, spec, before)) {
    const may = `pod updates may not change fields other than ${updatableFields.join(',')}`
    errors.push(forbiddenChange(fieldPath('spec'), may, { type: 'PodSpec', before, after: spec }))
  }
  return errors
}

/** Checks what has to be right in every changed pod, whichever way it is written. */
export function validatePodUpdateMetadata(pod: Pod, old: Pod, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('metadata')
  const errors = validateObjectMetaUpdate(pod.metadata, old.metadata, path)
  appendAll(errors, validatePodMetadataAndSpec(pod, options))
  const [now, before] = [pod.metadata?.annotations, old.metadata?.annotations]
  appendAll(errors, validatePodAnnotationUpdates(now, before, path.child('annotations')))
  return errors
}

function imageErrors(given: Container, path: FieldPath): FieldError[] {
  const image = given.image ?? ''
  if (image === '') return [required(path.child('image'), '')]
  if (trimSpace(image) === image) return []
  return [invalid(path.child('image'), image, 'must not have leading or trailing whitespace')]
}

/** A deadline may be set, and brought nearer. */
function deadlineErrors(
  { activeDeadlineSeconds: now }: PodSpec,
  { activeDeadlineSeconds: before }: PodSpec,
): { readonly errors: readonly FieldError[]; readonly stop: boolean } {
  const path = fieldPath('spec', 'activeDeadlineSeconds')
  if (!isSet(now)) {
    if (!isSet(before)) return { errors: [], stop: false }
    return { errors: [invalid(path, null, 'must not update from a positive integer to nil value')], stop: false }
  }
  if (now < 0 || now > maxInt32) return { errors: [invalid(path, now, inclusiveRangeError(0, maxInt32))], stop: true }
  if (!isSet(before) || before >= now) return { errors: [], stop: false }
  return { errors: [invalid(path, now, 'must be less than or equal to previous value')], stop: true }
}

/** Tolerations stay; only the time for which they hold may change. */
function addedTolerationErrors(now: PodSpec, before: PodSpec, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec', 'tolerations')
  const tolerations = structsOf(now.tolerations)
  for (const old of structsOf(before.tolerations)) {
    if (!tolerations.some((item) => isSameToleration(item, old))) {
      return [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')]
    }
  }
  return validateTolerations(tolerations, path, options)
}

function isSameToleration(a: Toleration, b: Toleration): boolean {
  return deepEqual(tolerationDescriptor, { ...a, tolerationSeconds: null }, { ...b, tolerationSeconds: null })
}

function addedGateErrors(now: readonly PodSchedulingGate[], before: readonly PodSchedulingGate[]): FieldError[] {
  const known = new Set(before.map(({ name }) => name ?? ''))
  const added = new Map(now.map(({ name }, i) => [name ?? '', i] as const).filter(([name]) => !known.has(name)))
  return [...added]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([name, i]) => {
      const at = fieldPath('spec', 'schedulingGates').index(i).child('name')
      return forbidden(at, `only deletion is allowed, but found new scheduling gate '${name}'`)
    })
}

/** The specification, with the changeable fields restored. */
function withUpdatableFieldsOf(now: PodSpec, before: PodSpec): PodSpec {
  const spec: PodSpec = {
    ...now,
    containers: withImagesOf(structsOf(now.containers), structsOf(before.containers)),
    activeDeadlineSeconds: before.activeDeadlineSeconds,
    schedulingGates: before.schedulingGates,
    tolerations: before.tolerations,
  }
  if (isSet(now.initContainers)) {
    spec.initContainers = withImagesOf(structsOf(now.initContainers), structsOf(before.initContainers))
  }
  const seconds = before.terminationGracePeriodSeconds
  if (isSet(seconds) && seconds < 0 && now.terminationGracePeriodSeconds === 1) {
    spec.terminationGracePeriodSeconds = seconds
  }
  return spec
}

function withImagesOf(now: readonly Container[], before: readonly Container[]): Container[] {
  return now.map((container, i) => ({ ...container, image: before[i]?.image }))
}
