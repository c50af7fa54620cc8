import { appendAll } from '../../../internal/append-all.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import { invalidSelector } from '../../core/pod-template/pod-template-owner.js'
import { isSet } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateJobTemplate } from '../job/job-spec.js'
import type { CronJob, CronJobSpec, JobTemplateSpec } from '../v1/types.gen.js'
import { cronScheduleProblem } from './cron-schedule.js'
import { timeZoneProblem } from './time-zone.js'

/** Jobs get 11 characters more. */
const maxNameLength = 52

/** Checks a new CronJob. */
export function validateCronJob(job: CronJob, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(job.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(job, undefined, options))
  const name = job.metadata?.name ?? ''
  if (utf8Length(name) > maxNameLength) {
    errors.push(invalid(fieldPath('metadata', 'name'), name, `must be no more than ${maxNameLength} characters`))
  }
  return errors
}

/** Checks a changed CronJob. */
export function validateCronJobUpdate(job: CronJob, old: CronJob, options: PodValidationOptions): FieldError[] {
  const errors = validateObjectMetaUpdate(job.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, specErrors(job, old, options))
  return errors
}

const policies = ['Allow', 'Forbid', 'Replace']

function specErrors(job: CronJob, old: CronJob | undefined, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec')
  const spec = job.spec ?? ({} as CronJobSpec)
  const errors = scheduleErrors(spec, old?.spec?.schedule, path.child('schedule'))
  const policy = spec.concurrencyPolicy ?? ''
  const { startingDeadlineSeconds: deadline, timeZone } = spec
  if (isSet(deadline)) errors.push(...validateNonnegativeField(deadline, path.child('startingDeadlineSeconds')))
  if (old === undefined || (old.spec?.timeZone ?? null) !== (timeZone ?? null)) {
    errors.push(...timeZoneErrors(timeZone, path.child('timeZone')))
  }
  const at = path.child('concurrencyPolicy')
  if (policy === '') errors.push(required(at, ''))
  else if (!policies.includes(policy)) errors.push(notSupportedNamed(at, policy, policies))
  appendAll(errors, templateErrors(spec.jobTemplate, path.child('jobTemplate'), options))
  for (const name of ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'] as const) {
    const limit = spec[name]
    if (isSet(limit)) errors.push(...validateNonnegativeField(limit, path.child(name)))
  }
  return errors
}

function scheduleErrors(given: CronJobSpec, before: string | undefined, path: FieldPath): FieldError[] {
  const schedule = given.schedule ?? ''
  const { timeZone } = given
  if (schedule === '') return [required(path, '')]
  const problem = cronScheduleProblem(schedule)
  const errors = problem === undefined ? [] : [invalid(path, schedule, problem)]
  if (!schedule.includes('TZ')) return errors
  if (!before?.includes('TZ')) {
    errors.push(invalid(path, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'))
  } else if (isSet(timeZone)) {
    errors.push(invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'))
  }
  return errors
}

function timeZoneErrors(zone: string | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(zone)) return []
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')]
  const isPart = (part: string): boolean =>
    part !== '.' && part !== '..' && !part.startsWith('-') && /^[A-Za-z.\-_0-9+]{1,14}$/.test(part)
  if (!zone.split('/').every(isPart)) return [invalid(path, zone, `unknown time zone ${zone}`)]
  const errors: FieldError[] = []
  if (zone.toLowerCase() === 'local') {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    errors.push(invalid(path, zone, detail))
  }
  const problem = zone === 'Local' ? undefined : timeZoneProblem(zone)
  return problem === undefined ? errors : [...errors, invalid(path, zone, problem)]
}

function templateErrors(
  template: JobTemplateSpec | null | undefined,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const at = path.child('spec')
  const errors = validateJobTemplate(template?.spec, at, options)
  const { selector, manualSelector } = template?.spec ?? {}
  if (isSet(selector)) {
    errors.push(invalidSelector(selector, at.child('selector'), '`selector` will be auto-generated'))
  }
  if (manualSelector === true) errors.push(notSupported(at.child('manualSelector'), true, ['nil', 'false']))
  return errors
}
