import { duplicate, type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelName } from '../../../validation/labels.js'
import { textsOf } from '../../validation/go-values.js'
import { validateList } from '../limited-lists.js'

const maxSize = 4

/** Checks the conditions that must be true before a pod is bound, and those that prevent binding. */
export function validateBindingConditions(
  { bindingConditions, bindingFailureConditions }: ConditionNames,
  path: FieldPath,
): FieldError[] {
  const [conditions, failures] = [textsOf(bindingConditions), textsOf(bindingFailureConditions)]
  const [at, failuresAt] = [path.child('bindingConditions'), path.child('bindingFailureConditions')]
  const errors = [
    ...validateList(conditions, { limit: maxSize, rule: validateLabelName }, at),
    ...validateList(failures, { limit: maxSize, rule: validateLabelName }, failuresAt),
    ...duplicates(conditions, at),
    ...failureErrors(failures, new Set(conditions), failuresAt),
  ]
  if (conditions.length === 0 && failures.length > 0) {
    errors.push(
      invalid(at, bindingConditions ?? null, 'bindingConditions are required to use bindingFailureConditions'),
    )
  }
  if (failures.length === 0 && conditions.length > 0) {
    errors.push(
      invalid(
        failuresAt,
        bindingFailureConditions ?? null,
        'bindingFailureConditions are required to use bindingConditions',
      ),
    )
  }
  return errors
}

interface ConditionNames {
  readonly bindingConditions?: readonly string[] | undefined
  readonly bindingFailureConditions?: readonly string[] | undefined
}

function duplicates(names: readonly string[], path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  return names.flatMap((name, i) => {
    if (seen.has(name)) return [duplicate(path.index(i), name)]
    seen.add(name)
    return []
  })
}

function failureErrors(failures: readonly string[], conditions: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  return failures.flatMap((name, i) => {
    const errors = seen.has(name) ? [duplicate(path.index(i), name)] : []
    seen.add(name)
    if (!conditions.has(name)) return errors
    return [...errors, invalid(path.index(i), name, 'bindingFailureConditions must not overlap with bindingConditions')]
  })
}
