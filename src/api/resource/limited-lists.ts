import { appendAll } from '../../internal/append-all.js'
import { utf8Length } from '../../internal/utf8-length.js'
import { duplicate, type FieldError, tooMany } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'

/** Checks one item. */
export type ItemRule<T> = (item: T, path: FieldPath) => readonly FieldError[]

/** Checks the items of a list that is not too long. */
export function validateList<T>(
  items: readonly T[],
  { limit, rule }: { readonly limit?: number; readonly rule: ItemRule<T> },
  path: FieldPath,
): FieldError[] {
  if (limit !== undefined && items.length > limit) return [tooMany(path, items.length, limit).withOrigin('maxItems')]
  const errors: FieldError[] = []
  for (const [i, item] of items.entries()) appendAll(errors, rule(item, path.index(i)))
  return errors
}

/** Rules for the items of a set. */
export interface SetRules<T> {
  readonly limit?: number
  readonly rule: ItemRule<T>
  /** The key that must be unique. */
  readonly key: (item: T) => string
  /** Messages show keys as they are, without quotes. */
  readonly keyIsText?: boolean
}

/** As {@link validateList}, and that no two items have the same key. */
export function validateSet<T>(items: readonly T[], rules: SetRules<T>, path: FieldPath): FieldError[] {
  const { limit, rule, key, keyIsText } = rules
  const errors = validateList(items, limit === undefined ? { rule } : { limit, rule }, path)
  if (limit !== undefined && items.length > limit) return errors
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const own = key(item)
    if (seen.has(own)) {
      const error = duplicate(path.index(i), own)
      errors.push(keyIsText === true ? error.with({ valueText: own }) : error)
    }
    seen.add(own)
  }
  return errors
}

/** Checks keys and values of a map that is not too large. Long keys are shortened in paths. */
export function validateMap<T>(
  map: Readonly<Record<string, T>> | null | undefined,
  {
    limit,
    keyLength,
    keyRule,
    rule,
  }: {
    readonly limit?: number
    readonly keyLength: number
    readonly keyRule: ItemRule<string>
    readonly rule: ItemRule<T>
  },
  path: FieldPath,
): FieldError[] {
  const entries = Object.entries(map ?? {})
  if (limit !== undefined && entries.length > limit) return [tooMany(path, entries.length, limit)]
  return entries.flatMap(([key, value]) => {
    const keyPath = path.key(shortened(key, Math.max(keyLength, 16)))
    // Errors of a key were at the key, and are now at the map.
    const earlier = keyRule(key, keyPath)
    const keyErrors = keyRule(key, path).map((error, i) => error.since(36, earlier[i] as FieldError))
    return [...keyErrors, ...rule(value ?? ({} as T), keyPath)]
  })
}

function shortened(text: string, limit: number): string {
  if (utf8Length(text) <= limit) return text
  const rest = limit - 3
  return `${text.slice(0, Math.ceil(rest / 2))}...${text.slice(text.length - Math.floor(rest / 2))}`
}
