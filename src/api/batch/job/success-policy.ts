import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required, tooLong, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { JobSpec, SuccessPolicyRule } from '../v1/types.gen.js'
import { readIndexes } from './indexes.js'

const maxRules = 20
const maxIndexesLength = 64 * 1024

/** Checks when an indexed job has succeeded before all of its pods have. */
export function validateSuccessPolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = structsOf(spec.successPolicy?.rules)
  const at = path.child('rules')
  if (rules.length === 0) {
    return [required(at, 'at least one rules must be specified when the successPolicy is specified')]
  }
  const errors = rules.length > maxRules ? [tooMany(at, rules.length, maxRules)] : []
  // Without completions the job is refused elsewhere; there is nothing to compare with.
  const completions = spec.completions ?? 0
  return [...errors, ...rules.flatMap((rule, i) => ruleErrors(rule, completions, at.index(i)))]
}

function ruleErrors(rule: SuccessPolicyRule, completions: number, path: FieldPath): FieldError[] {
  const { succeededIndexes: indexes, succeededCount: count } = rule
  const errors: FieldError[] = []
  if (!isSet(count) && !isSet(indexes)) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'))
  }
  let total = 0
  if (isSet(indexes)) {
    const at = path.child('succeededIndexes')
    if (utf8Length(indexes) > maxIndexesLength) errors.push(tooLong(at, maxIndexesLength))
    const found = readIndexes(indexes, completions)
    if (typeof found === 'string') errors.push(invalid(at, indexes, `error parsing succeededIndexes: ${found}`))
    else total = found
  }
  if (!isSet(count)) return errors
  const at = path.child('succeededCount')
  errors.push(...validateNonnegativeField(count, at))
  if (count > completions) {
    const detail = `must be less than or equal to ${completions} (the number of specified completions)`
    errors.push(invalid(at, count, detail))
  }
  if (isSet(indexes) && count > total) {
    const what = `the number of indexes in the specified succeededIndexes field`
    errors.push(invalid(at, count, `must be less than or equal to ${total} (${what})`))
  }
  return errors
}
