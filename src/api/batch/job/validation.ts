import { appendAll } from '../../../internal/append-all.js'
import { isDNS1123Label } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import { invalidSelector, mismatchErrors, selectorOf } from '../../core/pod-template/pod-template-owner.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import type { Job, JobSpec } from '../v1/types.gen.js'
import { controllerUIDLabel, jobNameLabel, legacyControllerUIDLabel, legacyJobNameLabel } from './job-labels.js'
import { validateJobTemplate } from './job-spec.js'

/** Settings of the validation of jobs. */
export interface JobValidationOptions extends PodValidationOptions {
  /** Where pods may run can change: the job is suspended and has not started. */
  readonly allowMutableSchedulingDirectives: boolean
  /** The labels with a domain must be there, as in all jobs since they exist. */
  readonly requirePrefixedLabels: boolean
  /** Resources of pods may change. */
  readonly allowMutablePodResources: boolean
}

/** Checks a new job. */
export function validateJob(job: Job, options: JobValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(job.metadata, rules, fieldPath('metadata'))
  appendAll(errors, generatedSelectorErrors(job, options))
  appendAll(errors, validateJobSpec(job.spec, fieldPath('spec'), options))
  return [...errors, ...hostnameErrors(job)]
}

/** Checks the name of an indexed job: its pods are named after it and their index. */
export function hostnameErrors({ metadata, spec }: Job): FieldError[] {
  const { completionMode, completions } = spec ?? {}
  if (completionMode !== 'Indexed' || !isSet(completions) || completions <= 0) return []
  const name = metadata?.name ?? ''
  const longest = `${name}-${completions - 1}`
  if (isDNS1123Label(longest).length === 0) return []
  const detail = `will not able to create pod with invalid DNS label: ${longest}`
  return [invalid(fieldPath('metadata', 'name'), name, detail)]
}

function generatedSelectorErrors(job: Job, { requirePrefixedLabels }: JobValidationOptions): FieldError[] {
  const { selector, manualSelector } = job.spec ?? {}
  if (manualSelector === true || !isSet(selector)) return []
  const uid = job.metadata?.uid ?? ''
  const name = job.metadata?.name ?? ''
  const errors = uid === '' ? [required(fieldPath('metadata', 'uid'), '')] : []
  const expected: Record<string, string> = { [legacyControllerUIDLabel]: uid, [legacyJobNameLabel]: name }
  if (requirePrefixedLabels) Object.assign(expected, { [controllerUIDLabel]: uid, [jobNameLabel]: name })
  for (const [key, value] of Object.entries(expected)) errors.push(...labelErrors(job, key, value))
  const meant = selectorOf(selector)
  if (meant === undefined || meant.matches(expected)) return errors
  return [...errors, invalidSelector(selector, fieldPath('spec', 'selector'), '`selector` not auto-generated')]
}

function labelErrors({ spec }: Job, key: string, value: string): FieldError[] {
  const labels = spec?.template?.metadata?.labels
  const found = memberOf(labels, key)
  if (found === value) return []
  const at = fieldPath('spec', 'template', 'metadata', 'labels').key(key)
  const detail = `must be '${value}'`
  return [found === undefined ? required(at, detail) : invalid(at, labels ?? null, detail)]
}

/** Checks the specification of a job. */
export function validateJobSpec(
  given: JobSpec | null | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const spec = given ?? ({} as JobSpec)
  const { selector } = spec
  const errors = validateJobTemplate(spec, path, options)
  const at = path.child('selector')
  const { allowInvalidLabelValueInSelector } = options
  if (!isSet(selector)) errors.push(required(at, ''))
  else errors.push(...validateLabelSelector(selector, { allowInvalidLabelValueInSelector }, at))
  const meant = selectorOf(selector)
  return meant === undefined ? errors : [...errors, ...mismatchErrors(spec.template, meant, path.child('template'))]
}
