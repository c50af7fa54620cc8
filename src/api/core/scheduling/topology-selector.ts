import { duplicate, type FieldError, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelName } from '../../../validation/labels.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import type { TopologySelectorLabelRequirement, TopologySelectorTerm } from '../v1/types.gen.js'

/** A term of a topology selector: label → values. */
export type TopologyTermValues = ReadonlyMap<string, ReadonlySet<string>>

/** Checks a term of a topology selector, and returns its requirements. */
export function validateTopologySelectorTerm(
  term: TopologySelectorTerm,
  path: FieldPath,
): { readonly values: TopologyTermValues; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const values = new Map<string, ReadonlySet<string>>()
  for (const [i, requirement] of structsOf(term.matchLabelExpressions).entries()) {
    const at = path.child('matchLabelExpressions').index(i)
    errors.push(...requirementErrors(requirement, at))
    const key = requirement.key ?? ''
    if (values.has(key)) errors.push(duplicate(at.child('key'), key))
    values.set(key, new Set(textsOf(requirement.values)))
  }
  return { values, errors }
}

function requirementErrors(requirement: TopologySelectorLabelRequirement, path: FieldPath): FieldError[] {
  const values = textsOf(requirement.values)
  const errors = values.length === 0 ? [required(path.child('values'), '')] : []
  const seen = new Set<string>()
  for (const [i, value] of values.entries()) {
    if (seen.has(value)) errors.push(duplicate(path.child('values').index(i), value))
    seen.add(value)
  }
  return [...errors, ...validateLabelName(requirement.key ?? '', path.child('key'))]
}

/** Reports whether two terms have the same requirements. */
export function sameTopologyTerm(a: TopologyTermValues, b: TopologyTermValues): boolean {
  if (a.size !== b.size) return false
  return [...a].every(([key, values]) => {
    const others = b.get(key)
    return others !== undefined && others.size === values.size && [...values].every((value) => others.has(value))
  })
}
