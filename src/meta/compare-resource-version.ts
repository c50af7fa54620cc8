import { MachineryError } from '../errors/machinery-error.js'

const wellFormed = /^[1-9][0-9]*$/

/**
 * Compares the resource versions of two objects of one resource: -1 if `a` is older, 0 if they are equal, 1 if `a` is
 * newer. They are decimal numbers of any length; `0` and the empty text are not versions of an object.
 *
 * @throws MachineryError `InvalidResourceVersion`
 */
export function compareResourceVersion(a: string, b: string): number {
  checkWellFormed(a)
  checkWellFormed(b)
  if (a === b) return 0
  return a.length < b.length || (a.length === b.length && a < b) ? -1 : 1
}

function checkWellFormed(text: string): void {
  if (wellFormed.test(text)) return
  throw new MachineryError('InvalidResourceVersion', `resource version is not well formed: ${text}`)
}
