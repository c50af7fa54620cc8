import { isDNS1035Label } from '../../../validation/dns-names.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { textsOf } from '../../validation/go-values.js'
import type { CustomResourceDefinitionNames } from '../v1/types.gen.js'

/** Checks the names of a custom resource, in a specification or in a status. */
export function validateDefinitionNames(
  names: Partial<CustomResourceDefinitionNames> | null | undefined,
  path: FieldPath,
): FieldError[] {
  const plural = names?.plural ?? ''
  const singular = names?.singular ?? ''
  const kind = names?.kind ?? ''
  const listKind = names?.listKind ?? ''
  const { shortNames, categories } = names ?? {}
  const same = kind !== '' && kind === listKind
  return [
    ...labelErrors(plural, path.child('plural')),
    ...labelErrors(singular, path.child('singular')),
    ...kindErrors(kind, path.child('kind')),
    ...kindErrors(listKind, path.child('listKind')),
    ...textsOf(shortNames).flatMap((name, i) => anyLabelErrors(name, path.child('shortNames').index(i))),
    ...(same ? [invalid(path.child('listKind'), listKind, 'kind and listKind may not be the same')] : []),
    ...textsOf(categories).flatMap((name, i) => anyLabelErrors(name, path.child('categories').index(i))),
  ]
}

function labelErrors(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [] : anyLabelErrors(name, path)
}

function anyLabelErrors(name: string, path: FieldPath): FieldError[] {
  const problems = isDNS1035Label(name)
  return problems.length === 0 ? [] : [invalid(path, name, problems.join(','))]
}

function kindErrors(kind: string, path: FieldPath): FieldError[] {
  const problems = kind === '' ? [] : isDNS1035Label(kind.toLowerCase())
  if (problems.length === 0) return []
  return [invalid(path, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)]
}
