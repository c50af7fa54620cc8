import type { Environment } from '@marcbachmann/cel-js'
import type { Budget } from '../budget.js'

/** Adds functions to an environment; what they do is charged to the budget of the rule that is running. */
export type FunctionLibrary = (env: Environment, budget: Budget) => void

/**
 * The environment brings its own form of some functions, which differ from Go's (native regular expressions, UTF-16
 * positions). Rules are rewritten to call ours, which have this in front of their names.
 */
export const ownPrefix = 'go_'

/** Something wrong in an evaluation, in Go's words. */
export class CELValueError extends Error {}

/** Opaque objects of namespaces such as `sets`, on which functions are registered. */
export function registerNamespace(env: Environment, name: string): string {
  const type = `${name}.namespace`
  const Namespace = class {}
  env.registerType(type, { ctor: Namespace, fields: {} })
  env.registerConstant(name, type, new Namespace())
  return type
}
