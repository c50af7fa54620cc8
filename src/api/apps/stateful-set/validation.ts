import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import type { Selector } from '../../../labels/selector.js'
import { validateAnnotations } from '../../../validation/annotations.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateLabels } from '../../../validation/labels.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSLabel } from '../../../validation/object-name-rules.js'
import { invalidStruct } from '../../core/internal-form/internal-json.js'
import { validatePersistentVolumeClaimSpec } from '../../core/persistent-volume-claim/claim-spec.js'
import { validatePodAnnotations } from '../../core/pod/pod-annotations.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import {
  invalidSelector,
  mismatchErrors,
  selectorOf,
  validateFilledSelector,
  validateRunsForever,
} from '../../core/pod-template/pod-template-owner.js'
import { validatePodTemplateSpec } from '../../core/pod-template/pod-template-spec.js'
import { validateAtMost, validateCollisionCount, validateCounts } from '../../core/resource-list/counts.js'
import type { PodSpec, PodTemplateSpec, Volume } from '../../core/v1/types.gen.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import {
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../../validation/int-or-percent.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { statefulSetSpecDescriptor } from '../v1/descriptors.gen.js'
import type { StatefulSet, StatefulSetSpec, StatefulSetUpdateStrategy } from '../v1/types.gen.js'

interface Rules {
  readonly options: PodValidationOptions
  /** A name of a service that is invalid, as names could be when services were named freely. */
  readonly allowInvalidServiceName?: boolean
  readonly skipTemplate?: boolean
  /** The update strategy `Recreate`. */
  readonly allowRecreate: boolean
  readonly skipClaims?: boolean
}

/** Which features decide about stateful sets. */
export type StatefulSetFeatures = Pick<Rules, 'allowRecreate'>

/** Checks a new StatefulSet. */
export function validateStatefulSet(
  set: StatefulSet,
  options: PodValidationOptions,
  { allowRecreate }: StatefulSetFeatures,
): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSLabel }
  const errors = validateObjectMeta(set.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(set.spec ?? ({} as StatefulSetSpec), { options, allowRecreate }))
  return errors
}

/** Fields of the specification that may change. */
const mutable = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
] as const

/** Checks a changed StatefulSet. */
export function validateStatefulSetUpdate(
  set: StatefulSet,
  old: StatefulSet,
  { options, allowRecreate }: StatefulSetFeatures & { readonly options: PodValidationOptions },
): FieldError[] {
  const [spec, before] = [set.spec ?? ({} as StatefulSetSpec), old.spec ?? ({} as StatefulSetSpec)]
  const errors = validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata'))
  const rules = { options, allowInvalidServiceName: true, skipClaims: true, allowRecreate }
  // A template that was invalid before may stay so.
  const skipTemplate = specErrors(before, rules).length > 0
  appendAll(errors, specErrors(spec, { ...rules, skipTemplate }))
  const kept: StatefulSetSpec = { ...spec }
  for (const name of mutable) Object.assign(kept, { [name]: before[name] })
  if (!deepEqual(statefulSetSpecDescriptor, kept, before)) {
    const detail =
      "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
    errors.push(forbidden(fieldPath('spec'), detail).before(37))
  }
  for (const error of immutableErrors(spec, before)) {
    errors.push(error.with({ origin: 'immutable', coveredByDeclarative: true }).since(37))
  }
  return errors
}

function immutableErrors(spec: StatefulSetSpec, before: StatefulSetSpec): FieldError[] {
  const path = fieldPath('spec')
  const changed = (name: keyof StatefulSetSpec & string) =>
    !deepEqual(statefulSetSpecDescriptor, { [name]: spec[name] }, { [name]: before[name] })
  const fault = (name: string) => ({ path: path.child(name), detail: fieldImmutableErrorMsg })
  const text = (name: 'serviceName' | 'podManagementPolicy') =>
    changed(name) ? [invalid(path.child(name), spec[name] ?? '', fieldImmutableErrorMsg)] : []
  const { selector, volumeClaimTemplates: claims } = spec
  return [
    ...(changed('selector') ? [invalidStruct('LabelSelector', selector, fault('selector'))] : []),
    ...(changed('volumeClaimTemplates')
      ? [invalidStruct('PersistentVolumeClaim', claims && structsOf(claims), fault('volumeClaimTemplates'))]
      : []),
    ...text('serviceName'),
    ...text('podManagementPolicy').map((error) => error.withJSONText()),
  ]
}

function specErrors(spec: StatefulSetSpec, rules: Rules): FieldError[] {
  const path = fieldPath('spec')
  const minReadySeconds = spec.minReadySeconds ?? 0
  const serviceName = spec.serviceName ?? ''
  const { replicas, ordinals, selector } = spec
  const errors = [
    ...managementErrors(spec.podManagementPolicy ?? '', path.child('podManagementPolicy')),
    ...strategyErrors(spec.updateStrategy ?? {}, path.child('updateStrategy'), rules),
    ...retentionErrors(spec, path.child('persistentVolumeClaimRetentionPolicy')),
    ...(rules.skipClaims ? [] : claimErrors(spec, path.child('volumeClaimTemplates'))),
    ...validateNonnegativeField(replicas ?? 0, path.child('replicas')),
    ...validateNonnegativeField(minReadySeconds, path.child('minReadySeconds')),
    ...(isSet(ordinals) ? validateNonnegativeField(ordinals.start ?? 0, path.child('ordinals.start')) : []),
  ]
  if (!rules.allowInvalidServiceName && serviceName !== '') {
    errors.push(...validateDNS1123Label(serviceName, path.child('serviceName')))
  }
  const at = path.child('selector')
  if (!isSet(selector)) errors.push(required(at, ''))
  else errors.push(...validateFilledSelector(selector, 'statefulset', at))
  const meant = selectorOf(selector)
  if (meant === undefined) errors.push(invalidSelector(selector, at, ''))
  else appendAll(errors, templateErrors(spec, meant, rules))
  return [...errors, ...validateRunsForever(spec.template, 'StatefulSet', path.child('template'))]
}

function managementErrors(policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [required(path, '')]
  if (policy === 'OrderedReady' || policy === 'Parallel') return []
  return [invalidNamed(path, policy, "must be 'OrderedReady' or 'Parallel'")]
}

function strategyErrors(strategy: StatefulSetUpdateStrategy, path: FieldPath, { allowRecreate }: Rules): FieldError[] {
  const given = strategy.type ?? ''
  // What is recreated is checked as what is deleted by hand.
  const type = allowRecreate && given === 'Recreate' ? 'OnDelete' : given
  const { rollingUpdate } = strategy
  const at = path.child('rollingUpdate')
  switch (type) {
    case '':
      return [required(path, '')]
    case 'OnDelete': {
      if (!isSet(rollingUpdate)) return []
      const detail = "only allowed for updateStrategy 'RollingUpdate'"
      return [invalidStruct('RollingUpdateStatefulSetStrategy', rollingUpdate, { path: at, detail })]
    }
    case 'RollingUpdate': {
      if (!isSet(rollingUpdate)) return []
      const errors = validateNonnegativeField(rollingUpdate.partition ?? 0, at.child('partition'))
      return [...errors, ...unavailableErrors(rollingUpdate.maxUnavailable, at.child('maxUnavailable'))]
    }
    default: {
      const detail = allowRecreate
        ? "must be 'RollingUpdate', 'OnDelete', or 'Recreate'"
        : "must be 'RollingUpdate' or 'OnDelete'"
      return [invalidStruct('StatefulSetUpdateStrategy', strategy, { path, detail })]
    }
  }
}

function unavailableErrors(most: number | string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(most)) return []
  const errors = validatePositiveIntOrPercent(most, path)
  if (intOrPercentValue(most) === 0) errors.push(invalid(path, most, 'cannot be 0').withJSONText())
  return [...errors, ...validateAtMost100Percent(most, path)]
}

const retentions = ['Retain', 'Delete']

function retentionErrors(spec: StatefulSetSpec, path: FieldPath): FieldError[] {
  const policy = spec.persistentVolumeClaimRetentionPolicy
  if (!isSet(policy)) return []
  return (['whenDeleted', 'whenScaled'] as const)
    .filter((name) => !retentions.includes(policy[name] ?? ''))
    .map((name) => notSupportedNamed(path.child(name), policy[name] ?? '', retentions))
}

function claimErrors(spec: StatefulSetSpec, path: FieldPath): FieldError[] {
  return structsOf(spec.volumeClaimTemplates).flatMap((claim, i) =>
    validatePersistentVolumeClaimSpec(claim.spec, path.index(i).child('spec')),
  )
}

function templateErrors(spec: StatefulSetSpec, selector: Selector, { options, skipTemplate }: Rules): FieldError[] {
  const path = fieldPath('spec', 'template')
  const template = templateOfPods(spec)
  const errors = selector.isEmpty() ? [] : mismatchErrors(template, selector, path)
  if (!skipTemplate) appendAll(errors, validatePodTemplateSpec(template, path, options))
  const { annotations, labels } = template.metadata ?? {}
  const at = path.child('annotations')
  appendAll(errors, validateLabels(labels, path.child('labels')))
  appendAll(errors, validateAnnotations(annotations, at))
  const podSpec = template.spec ?? ({} as PodSpec)
  appendAll(errors, validatePodAnnotations(annotations, at, { spec: podSpec, options }))
  return errors
}

/** The template as the controller uses it: names are the pod's own, volumes of claims are there. */
function templateOfPods({ template, volumeClaimTemplates }: StatefulSetSpec): PodTemplateSpec {
  const spec = template?.spec ?? ({} as PodSpec)
  const claims = new Map<string, Volume>()
  for (const { metadata } of structsOf(volumeClaimTemplates)) {
    const name = metadata?.name ?? ''
    claims.set(name, { name, persistentVolumeClaim: { claimName: name } })
  }
  const { hostname: _hostname, subdomain: _subdomain, ...rest } = spec
  if (claims.size === 0) return { ...template, spec: rest }
  const others = structsOf(spec.volumes).filter(({ name }) => !claims.has(name ?? ''))
  return { ...template, spec: { ...rest, volumes: [...claims.values(), ...others] } }
}

const counts = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
] as const

/** Checks the status of a StatefulSet. */
export function validateStatefulSetStatusUpdate(set: StatefulSet, old: StatefulSet): FieldError[] {
  const path = fieldPath('status')
  const status = set.status ?? { replicas: 0 }
  const detail = 'cannot be greater than status.replicas'
  const ready = { most: 'readyReplicas', detail: 'cannot be greater than status.readyReplicas', path } as const
  return [
    ...validateCounts(status, counts, path),
    ...validateAtMost(status, counts.slice(1, 5), { most: 'replicas', detail, path }),
    ...validateAtMost(status, ['availableReplicas'], ready),
    ...validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata')),
    ...validateCollisionCount(status.collisionCount, old.status?.collisionCount, path),
  ]
}
