import { appendAll } from '../../../internal/append-all.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { isDomainPrefixedPath } from '../../../validation/domain-rules.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { invalidStruct } from '../../core/internal-form/internal-json.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import { validatePodTemplateSpec } from '../../core/pod-template/pod-template-spec.js'
import { validateCounts } from '../../core/resource-list/counts.js'
import { isSet } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import type { JobSpec } from '../v1/types.gen.js'
import { validatePodFailurePolicy } from './pod-failure-policy.js'
import { validateSuccessPolicy } from './success-policy.js'

/** The most indexes that fit into the status of a job. */
const maxIndexes = 100_000
/** With more completions than {@link maxIndexes} fewer pods and failures fit. */
const maxOfMany = 10_000
const maxManagedByLength = 63

const counts = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

/** Checks the specification of a job but for its selector, which a template has none of. */
export function validateJobTemplate(
  given: JobSpec | null | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const spec = given ?? ({} as JobSpec)
  const errors = validateCounts(spec, counts, path)
  if (isSet(spec.maxFailedIndexes) && !isSet(spec.backoffLimitPerIndex)) {
    errors.push(required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'))
  }
  if (isSet(spec.managedBy)) errors.push(...managerErrors(spec.managedBy, path.child('managedBy')))
  errors.push(...completionErrors(spec, path))
  if (isSet(spec.podFailurePolicy)) errors.push(...validatePodFailurePolicy(spec, path.child('podFailurePolicy')))
  if (isSet(spec.successPolicy)) errors.push(...successErrors(spec, path.child('successPolicy')))
  errors.push(...replacementErrors(spec, path.child('podReplacementPolicy')))
  appendAll(errors, validatePodTemplateSpec(spec.template, path.child('template'), options))
  return [...errors, ...restartErrors(spec, path.child('template', 'spec', 'restartPolicy'))]
}

function managerErrors(name: string, path: FieldPath): FieldError[] {
  const errors = isDomainPrefixedPath(path, name)
  return utf8Length(name) > maxManagedByLength ? [...errors, tooLong(path, maxManagedByLength)] : errors
}

function completionErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  const { completionMode: mode } = spec
  const errors: FieldError[] = []
  if (isSet(mode) && mode !== 'NonIndexed' && mode !== 'Indexed') {
    errors.push(notSupportedNamed(path.child('completionMode'), mode, ['NonIndexed', 'Indexed']))
  }
  if (mode === 'Indexed') errors.push(...indexedErrors(spec, path))
  if (isSet(mode) && mode !== 'NonIndexed') return errors
  for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
    if (isSet(spec[name])) errors.push(invalid(path.child(name), spec[name], 'requires indexed completion mode'))
  }
  return errors
}

function indexedErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  const { completions, parallelism, maxFailedIndexes: failed, backoffLimitPerIndex } = spec
  const [parallelismAt, failedAt] = [path.child('parallelism'), path.child('maxFailedIndexes')]
  const errors: FieldError[] = []
  if (!isSet(completions)) errors.push(required(path.child('completions'), 'when completion mode is Indexed'))
  if (isSet(parallelism) && parallelism > maxIndexes) {
    const detail = `must be less than or equal to ${maxIndexes} when completion mode is Indexed`
    errors.push(invalid(parallelismAt, parallelism, detail))
  }
  if (isSet(completions) && isSet(failed) && failed > completions) {
    errors.push(invalid(failedAt, failed, 'must be less than or equal to completions'))
  }
  if (isSet(failed) && failed > maxIndexes) {
    errors.push(invalid(failedAt, failed, `must be less than or equal to ${maxIndexes}`))
  }
  if (!isSet(completions) || completions <= maxIndexes || !isSet(backoffLimitPerIndex)) return errors
  if (!isSet(failed)) errors.push(required(failedAt, `must be specified when completions is above ${maxIndexes}`))
  const detail = `must be less than or equal to ${maxOfMany} when completions are above ${maxIndexes} and used with backoff limit per index`
  if (isSet(parallelism) && parallelism > maxOfMany) errors.push(invalid(parallelismAt, parallelism, detail))
  if (isSet(failed) && failed > maxOfMany) errors.push(invalid(failedAt, failed, detail))
  return errors
}

function successErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  if (spec.completionMode === 'Indexed') return validateSuccessPolicy(spec, path)
  return [invalidStruct('SuccessPolicy', spec.successPolicy, { path, detail: 'requires indexed completion mode' })]
}

const replacements = ['Failed', 'TerminatingOrFailed']

function replacementErrors({ podReplacementPolicy: policy, podFailurePolicy }: JobSpec, path: FieldPath): FieldError[] {
  const supported = isSet(podFailurePolicy) ? ['Failed'] : replacements
  return isSet(policy) && !supported.includes(policy) ? [notSupportedNamed(path, policy, supported)] : []
}

/** Pods of a job end. */
function restartErrors({ template, podFailurePolicy }: JobSpec, path: FieldPath): FieldError[] {
  const policy = template?.spec?.restartPolicy ?? ''
  if (policy === 'Always' || policy === '') return [required(path, 'valid values: "OnFailure", "Never"')]
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupportedNamed(path, policy, ['OnFailure', 'Never'])]
  if (!isSet(podFailurePolicy) || policy === 'Never') return []
  return [invalidNamed(path, policy, 'only "Never" is supported when podFailurePolicy is specified')]
}
