import { isMachineryError } from '../../../errors/machinery-error.js'
import { parseTime } from '../../../scalar/time.js'
import { duplicate, type FieldError, invalid, omitValue, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { invalidStruct } from '../../core/internal-form/internal-json.js'
import { validateCounts } from '../../core/resource-list/counts.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { Job, JobSpec, JobStatus } from '../v1/types.gen.js'
import { overlapOf, readIndexes } from './indexes.js'
import { type JobStatusChanges, statusChangesOf } from './job-status-changes.js'

const path = /* @__PURE__ */ fieldPath('status')
const conditionsPath = /* @__PURE__ */ path.child('conditions')

interface Status {
  readonly spec: JobSpec
  readonly status: JobStatus
  readonly before: JobStatus
  readonly changes: JobStatusChanges
}

/** Checks the status of a job that its controller reports. What is wrong already may stay while it is not touched. */
export function validateJobStatusUpdate(job: Job, old: Job): FieldError[] {
  const given: Status = {
    spec: job.spec ?? ({} as JobSpec),
    status: job.status ?? {},
    before: old.status ?? {},
    changes: statusChangesOf(job, old),
  }
  return [
    ...validateObjectMetaUpdate(job.metadata, old.metadata, fieldPath('metadata')),
    ...validateCounts(given.status, ['active', 'succeeded', 'failed', 'ready', 'terminating'], path),
    ...uncountedErrors(given.status),
    ...contradictionErrors(given),
    ...finishedErrors(given),
    ...indexErrors(given),
    ...runningErrors(given),
    ...criteriaErrors(given),
    ...transitionErrors(given),
  ]
}

/** Reports whether a condition is true. */
export function isTrue({ conditions }: JobStatus, type: string): boolean {
  return structsOf(conditions).some((condition) => condition.type === type && condition.status === 'True')
}

function isFinished(status: JobStatus): boolean {
  return isTrue(status, 'Complete') || isTrue(status, 'Failed')
}

function conditionError(detail: string): FieldError {
  return invalid(conditionsPath, omitValue, detail)
}

function uncountedErrors({ uncountedTerminatedPods: pods }: JobStatus): FieldError[] {
  const seen = new Set<string>()
  return (['succeeded', 'failed'] as const).flatMap((name) =>
    textsOf(pods?.[name]).flatMap((uid, i) => {
      const at = path.child('uncountedTerminatedPods', name).index(i)
      if (uid === '') return [invalid(at, uid, 'must not be empty').withJSONText()]
      if (seen.has(uid)) return [duplicate(at, uid).withJSONText()]
      seen.add(uid)
      return []
    }),
  )
}

/** Conditions and times that cannot be together. */
function contradictionErrors({ status, changes }: Status): FieldError[] {
  const { startTime, completionTime } = status
  const at = path.child('completionTime')
  const complete = isTrue(status, 'Complete')
  const errors: FieldError[] = []
  if ((changes.complete || changes.failed) && complete && isTrue(status, 'Failed')) {
    errors.push(conditionError('cannot set Complete=True and Failed=true conditions'))
  }
  if ((changes.complete || changes.failureTarget) && complete && isTrue(status, 'FailureTarget')) {
    errors.push(conditionError('cannot set Complete=True and FailureTarget=true conditions'))
  }
  if (changes.complete || changes.completionTime) {
    if (isSet(completionTime) && !complete) {
      errors.push(invalid(at, completionTime, 'cannot set completionTime when there is no Complete=True condition'))
    }
    if (!isSet(completionTime) && complete) errors.push(required(at, 'completionTime is required for Complete jobs'))
  }
  if (changes.startTime || changes.completionTime) {
    if (isSet(startTime) && isSet(completionTime) && isBefore(completionTime, startTime)) {
      errors.push(invalid(at, completionTime, 'must be equal to or after `startTime`'))
    }
  }
  return errors
}

function isBefore(a: string, b: string): boolean {
  try {
    const [x, y] = [parseTime(a), parseTime(b)]
    return x.seconds < y.seconds || (x.seconds === y.seconds && x.nanos < y.nanos)
  } catch (error) {
    if (isMachineryError(error, 'InvalidTime')) return false
    throw error
  }
}

/** The required and forbidden status fields of a finished job. */
function finishedErrors({ spec, status, changes }: Status): FieldError[] {
  const finished = isFinished(status)
  const active = status.active ?? 0
  const { startTime, uncountedTerminatedPods: pods } = status
  const errors: FieldError[] = []
  if ((changes.failed || changes.failedIndexes) && isTrue(status, 'Failed') && !isTrue(status, 'FailureTarget')) {
    errors.push(conditionError('cannot set Failed=True condition without the FailureTarget=true condition'))
  }
  const met = isTrue(status, 'SuccessCriteriaMet')
  if ((changes.complete || changes.criteriaMet) && isTrue(status, 'Complete') && !met) {
    errors.push(conditionError('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'))
  }
  if ((changes.finished || changes.active) && active > 0 && finished) {
    errors.push(invalid(path.child('active'), active, 'active>0 is invalid for finished job'))
  }
  const hasNothingToDo = spec.suspend === true && spec.completions === 0
  if ((changes.finished || changes.startTime) && !hasNothingToDo && !isSet(startTime) && finished) {
    errors.push(required(path.child('startTime'), 'startTime is required for finished job'))
  }
  const uncounted = textsOf(pods?.failed).length + textsOf(pods?.succeeded).length
  if ((changes.finished || changes.uncounted) && finished && uncounted > 0) {
    const at = path.child('uncountedTerminatedPods')
    errors.push(invalidStruct('UncountedTerminatedPods', pods, { path: at, detail: 'must be empty for finished job' }))
  }
  return errors
}

function indexErrors({ spec, status, changes }: Status): FieldError[] {
  const { completions, backoffLimitPerIndex, completionMode } = spec
  const completed = status.completedIndexes ?? ''
  const { failedIndexes: failed } = status
  const [completedAt, failedAt] = [path.child('completedIndexes'), path.child('failedIndexes')]
  const errors: FieldError[] = []
  const parse = (name: string, text: string, at: FieldPath): void => {
    const found = readIndexes(text, completions ?? 0)
    if (typeof found === 'string') errors.push(invalid(at, text, `error parsing ${name}: ${found}`))
  }
  if (changes.completedIndexes && isSet(completions)) parse('completedIndexes', completed, completedAt)
  if (changes.failedIndexes && isSet(completions) && isSet(backoffLimitPerIndex) && isSet(failed)) {
    parse('failedIndexes', failed, failedAt)
  }
  if (changes.completedIndexes && completed !== '' && completionMode !== 'Indexed') {
    const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode'
    errors.push(invalid(completedAt, completed, detail))
  }
  if (changes.failedIndexes && !isSet(backoffLimitPerIndex) && isSet(failed)) {
    const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'
    errors.push(invalid(failedAt, failed, detail))
  }
  if ((changes.failedIndexes || changes.completedIndexes) && isSet(completions) && isSet(failed)) {
    const overlap = overlapOf(completed, failed, completions)
    if (overlap !== undefined) errors.push(invalid(failedAt, failed, overlap))
  }
  return errors
}

function runningErrors({ status, changes }: Status): FieldError[] {
  const active = status.active ?? 0
  const { ready, terminating } = status
  const errors: FieldError[] = []
  if ((changes.finished || changes.terminating) && isSet(terminating) && terminating > 0 && isFinished(status)) {
    errors.push(invalid(path.child('terminating'), terminating, 'terminating>0 is invalid for finished job'))
  }
  if ((changes.ready || changes.active) && isSet(ready) && ready > active) {
    errors.push(invalid(path.child('ready'), ready, 'cannot set more ready pods than active'))
  }
  return errors
}

function criteriaErrors({ spec, status }: Status): FieldError[] {
  const errors: FieldError[] = []
  const met = isTrue(status, 'SuccessCriteriaMet')
  if (met && isTrue(status, 'Failed')) {
    errors.push(conditionError('cannot set SuccessCriteriaMet=True and Failed=true conditions'))
  }
  if (met && isTrue(status, 'FailureTarget')) {
    errors.push(conditionError('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'))
  }
  if (isSet(spec.successPolicy) && !met && isTrue(status, 'Complete')) {
    const detail = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'
    errors.push(conditionError(detail))
  }
  return errors
}

/** Status fields that must not decrease or be reset. */
function transitionErrors({ spec, status, before, changes }: Status): FieldError[] {
  const { completionTime, startTime } = status
  const errors: FieldError[] = []
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (!isTrue(before, type) || isTrue(status, type)) continue
    errors.push(conditionError(`cannot disable the terminal ${type}=True condition`))
  }
  const [failed, succeeded] = [status.failed ?? 0, status.succeeded ?? 0]
  if (failed < (before.failed ?? 0)) {
    errors.push(invalid(path.child('failed'), failed, 'cannot decrease the failed counter'))
  }
  const isElastic = spec.completionMode === 'Indexed' && (spec.completions ?? null) === (spec.parallelism ?? null)
  if (!isElastic && succeeded < (before.succeeded ?? 0)) {
    errors.push(invalid(path.child('succeeded'), succeeded, 'cannot decrease the succeeded counter'))
  }
  if (isSet(completionTime) && isSet(before.completionTime) && changes.completionTime) {
    errors.push(invalid(path.child('completionTime'), completionTime, 'field is immutable'))
  }
  if (changes.startTime && !changes.resuming && isSet(before.startTime) && spec.suspend !== true) {
    const detail = 'field is immutable for unsuspended job once set'
    const at = path.child('startTime')
    const earlier = required(at, 'startTime cannot be removed for unsuspended job')
    errors.push(invalid(at, startTime ?? null, detail).since(36, earlier))
  }
  const [met, wasMet] = [isTrue(status, 'SuccessCriteriaMet'), isTrue(before, 'SuccessCriteriaMet')]
  if (wasMet && !met) errors.push(conditionError('cannot disable the SuccessCriteriaMet=True condition'))
  if (isTrue(before, 'Complete') && !wasMet && met) {
    errors.push(conditionError('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'))
  }
  return errors
}
