import { admissionProblem } from '../../../openapi/cel/admission-expression.js'
import { duplicate, type FieldError, invalid, required, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { structsOf } from '../../validation/go-values.js'
import { trimSpace } from '../../validation/trim-space.js'
import type { MatchCondition } from '../v1/types.gen.js'

const maxConditions = 64

/**
 * Checks the expressions that decide whether a webhook or policy is called.
 *
 * @param params - they may use `params`.
 */
export function validateMatchConditions(
  conditions: readonly MatchCondition[] | null | undefined,
  params: boolean,
  path: FieldPath,
): FieldError[] {
  const items = structsOf(conditions)
  const errors: FieldError[] = items.length > maxConditions ? [tooMany(path, items.length, maxConditions)] : []
  const names = new Set<string>()
  for (const [i, condition] of items.entries()) {
    errors.push(...conditionErrors(condition, params, path.index(i)))
    const { name } = condition
    if (name && names.has(name)) errors.push(duplicate(path.index(i).child('name'), name))
    if (name) names.add(name)
  }
  return errors
}

function conditionErrors({ name, expression }: MatchCondition, params: boolean, path: FieldPath): FieldError[] {
  const trimmed = trimSpace(expression ?? '')
  const at = path.child('expression')
  const problem = admissionProblem(trimmed, { params, authorizer: true, returns: 'bool' })
  const errors = trimmed === '' ? [required(at, '')] : problem === undefined ? [] : [invalid(at, trimmed, problem)]
  const namePath = path.child('name')
  return [...errors, ...(name ? validateQualifiedName(name, namePath) : [required(namePath, '')])]
}
