import { MachineryError } from '../errors/machinery-error.js'
import { isStatusError } from '../errors/status-error.js'
import { isTypedObject, type KindClass, type KubernetesObject, kindClassOf } from '../runtime/objects/typed-object.js'
import { type Difference, describeDifference, differences } from './differences.js'

/** The result of a matcher for `expect.extend` of vitest and Jest. */
export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/**
 * Matchers for `expect.extend(matchers)`.
 *
 * - `toEqualObject(expected)`: the same kind and the same content by meaning; the message names each field that differs.
 * - `toFailWithReason(reason)`: a function that throws, or an error that is, a `StatusError` of that reason.
 */
export const matchers: {
  toEqualObject(actual: unknown, expected: KubernetesObject): MatcherResult
  toFailWithReason(actual: unknown, reason: string): MatcherResult
} = { toEqualObject, toFailWithReason }

function toEqualObject(actual: unknown, expected: KubernetesObject): MatcherResult {
  const problem = differenceOf(actual, expected)
  return { pass: problem === undefined, message: () => problem ?? 'the objects say the same' }
}

function toFailWithReason(actual: unknown, reason: string): MatcherResult {
  const error = typeof actual === 'function' ? thrownBy(actual as () => unknown) : actual
  const found = isStatusError(error) ? error.status.reason : undefined
  const shown = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { pass: found === reason, message: () => `expected reason ${reason}, got ${found ?? shown}` }
}

/**
 * Asserts that two objects are of the same kind and semantically equal: for `node:test` and every other runner.
 *
 * @throws MachineryError `NotEqual` that names each field that differs.
 */
export function assertEqualObjects(actual: KubernetesObject, expected: KubernetesObject): void {
  const problem = differenceOf(actual, expected)
  if (problem !== undefined) throw new MachineryError('NotEqual', problem)
}

function differenceOf(actual: unknown, expected: KubernetesObject): string | undefined {
  if (!isTypedObject(expected) || !isTypedObject(actual)) {
    return 'both must be objects of kind classes; read plain ones with fromUnstructured'
  }
  const type = classOf(expected)
  if (classOf(actual).descriptor !== type.descriptor) {
    return `expected ${type.groupVersionKind}, got ${classOf(actual).groupVersionKind}`
  }
  const found: readonly Difference[] = differences(type.descriptor, expected, actual)
  return found.length === 0 ? undefined : found.map(describeDifference).join('\n')
}

function classOf(object: KubernetesObject): KindClass {
  return kindClassOf(object)
}

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
