import { mostErrors } from '../internal/most-errors.js'
import type { FieldError } from './field-error.js'

/** The errors of each of the items, until there are ten thousand. */
export function errorsOfEach<T>(items: Iterable<T>, check: (item: T) => Iterable<FieldError>): FieldError[] {
  const errors: FieldError[] = []
  for (const item of items) {
    for (const error of check(item)) errors.push(error)
    if (errors.length >= mostErrors) break
  }
  return errors
}
