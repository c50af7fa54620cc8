import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import type { LabelSelectorFields } from '../../../validation/label-selector.js'
import { validateLabelName } from '../../../validation/labels.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'

type Selector = LabelSelectorFields | null | undefined

/** Labels of the pod itself whose values a selector takes over. */
export interface LabelKeys {
  readonly matchLabelKeys?: readonly string[] | null | undefined
  readonly mismatchLabelKeys?: readonly string[] | null | undefined
}

/** Checks keys whose values a selector already contains: they must not occur in it a second time. */
export function validateMatchLabelKeys(keys: LabelKeys, selector: Selector, path: FieldPath): FieldError[] {
  const match = textsOf(keys.matchLabelKeys)
  const mismatch = textsOf(keys.mismatchLabelKeys)
  if (match.length === 0 && mismatch.length === 0) return []
  const errors = [
    ...keyErrors(match, selector, path.child('matchLabelKeys')),
    ...keyErrors(mismatch, selector, path.child('mismatchLabelKeys')),
    ...repeatedErrors(match, selector, path),
  ]
  for (const [i, key] of match.entries()) {
    if (!mismatch.includes(key)) continue
    const detail = 'exists in both matchLabelKeys and mismatchLabelKeys'
    errors.push(invalid(path.child('matchLabelKeys').index(i), key, detail))
  }
  return errors
}

function keyErrors(keys: readonly string[], selector: Selector, path: FieldPath): FieldError[] {
  if (keys.length === 0) return []
  if (!isSet(selector)) return [forbidden(path, 'must not be specified when labelSelector is not set')]
  return keys.flatMap((key, i) => validateLabelName(key, path.index(i)))
}

function repeatedErrors(match: readonly string[], selector: Selector, path: FieldPath): FieldError[] {
  const places = new Map(match.map((key, i) => [key, i]))
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}))
  const errors: FieldError[] = []
  for (const given of structsOf(selector?.matchExpressions)) {
    const key = given.key ?? ''
    const place = places.get(key)
    if (place !== undefined && seen.has(key)) {
      errors.push(invalid(path.index(place), key, 'exists in both matchLabelKeys and labelSelector'))
    }
    seen.add(key)
  }
  return errors
}

/** Checks keys whose values the scheduler adds: they must not occur in the selector. */
export function validateMatchLabelKeysOfScheduler(
  given: readonly string[] | null | undefined,
  selector: Selector,
  path: FieldPath,
): FieldError[] {
  const keys = textsOf(given)
  if (keys.length === 0) return []
  const errors = isSet(selector) ? [] : [forbidden(path, 'must not be specified when labelSelector is not set')]
  const taken = new Set(Object.keys(selector?.matchLabels ?? {}))
  for (const { key } of structsOf(selector?.matchExpressions)) taken.add(key ?? '')
  for (const [i, key] of keys.entries()) {
    errors.push(...validateLabelName(key, path.index(i)))
    if (taken.has(key)) errors.push(invalid(path.index(i), key, 'exists in both matchLabelKeys and labelSelector'))
  }
  return errors
}
