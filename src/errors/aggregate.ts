import { causesOf } from './causes-of.js'
import { isMachineryError, MachineryError } from './machinery-error.js'

/**
 * Several errors that happened together. Its message lists the different messages of its errors, including those of nested
 * aggregates: `[first, second]`, or the single message if there is only one.
 *
 * Predicates such as `isNotFound` do not look inside: select a member with {@link filterOut} or a loop.
 */
export class Aggregate extends MachineryError {
  override readonly name: string = 'Aggregate'

  constructor(readonly errors: readonly Error[]) {
    super('Aggregate', aggregateMessage(errors))
  }

  /** Reports whether `target` is one of the errors, at any depth, or the cause of one. */
  is(target: unknown): boolean {
    return leavesOf(this.errors).some((error) => causesOf(error).includes(target))
  }
}

/** Reports whether `error` is an {@link Aggregate} of any loaded copy of this package. */
export function isAggregate(error: unknown): error is Aggregate {
  return isMachineryError(error, 'Aggregate')
}

/** Combines errors and omits absent ones; returns `undefined` if there are none. */
export function newAggregate(errors: readonly (Error | null | undefined)[]): Aggregate | undefined {
  const present = errors.filter((error) => error !== null && error !== undefined)
  return present.length === 0 ? undefined : new Aggregate(present)
}

/** Decides about one error. */
export type Matcher = (error: Error) => boolean

/**
 * Leaves out every error that one of the matchers matches, inside aggregates at any depth. What is left of nested
 * aggregates comes up into one.
 *
 * @returns `undefined` when nothing is left.
 */
export function filterOut(error: Error | undefined, ...matchers: readonly Matcher[]): Error | undefined {
  if (error === undefined) return undefined
  const isLeftOut = (member: Error): boolean => matchers.some((matches) => matches(member))
  if (isAggregate(error)) return newAggregate(leavesOf(error.errors).filter((member) => !isLeftOut(member)))
  return isLeftOut(error) ? undefined : error
}

/** Merges the errors of nested aggregates into one aggregate. */
export function flatten(aggregate: Aggregate | undefined): Aggregate | undefined {
  return aggregate === undefined ? undefined : newAggregate(leavesOf(aggregate.errors))
}

/** The only error of an aggregate of one; anything else as it is. */
export function reduce(error: Error | undefined): Error | undefined {
  if (!isAggregate(error) || error.errors.length > 1) return error
  return error.errors[0]
}

/** Runs all functions concurrently, waits for all, and combines their errors; returns `undefined` if all succeeded. */
export async function aggregateGoroutines(
  ...functions: readonly (() => Promise<unknown>)[]
): Promise<Aggregate | undefined> {
  const results = await Promise.allSettled(functions.map(async (run) => run()))
  return newAggregate(results.map((result) => (result.status === 'rejected' ? toError(result.reason) : undefined)))
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new MachineryError('Thrown', String(thrown), { cause: thrown })
}

function aggregateMessage(errors: readonly Error[]): string {
  const [only] = errors
  if (errors.length === 0) return ''
  if (only !== undefined && errors.length === 1) return only.message
  const messages = new Set(leavesOf(errors).map((error) => error.message))
  const list = [...messages].join(', ')
  return messages.size === 1 ? list : `[${list}]`
}

/** The errors that are not aggregates, depth first; without recursion, since nesting may be deep. */
function leavesOf(errors: readonly Error[]): Error[] {
  const leaves: Error[] = []
  const pending = errors.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isAggregate(next)) leaves.push(next)
    else for (const member of next.errors.toReversed()) pending.push(member)
  }
  return leaves
}
