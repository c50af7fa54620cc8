import type { FieldDescriptor, TypeDescriptor } from '../descriptor/types.js'
import type { JSONValue } from '../json/json-value.js'
import type { ValidationOperation } from '../runtime/scheme/validation-function.js'
import type { FieldError } from '../validation/field-error.js'
import type { FieldPath } from '../validation/field-path.js'
import type { ItemIdentity } from './values.js'

/** The operation, and the code of rules that are written by hand. */
export interface DeclaredOperation extends ValidationOperation {
  /** Rules of `customValidation=NAME`, by name. */
  readonly custom?: Readonly<Record<string, CustomRule>> | undefined
}

/** A rule that is written by hand, for one field. */
export type CustomRule = (subject: Pick<Subject, 'path' | 'value' | 'old' | 'operation'>) => readonly FieldError[]

/** One value under judgement. */
export interface Subject {
  readonly operation: DeclaredOperation
  readonly path: FieldPath
  /** The value; undefined or null when it is not there. */
  readonly value: JSONValue | undefined
  /** The value that it replaces. */
  readonly old: JSONValue | undefined
  readonly type: TypeDescriptor
  /** Absent and zero differ. */
  readonly pointer: boolean
  /** The object around the value was there before the update. */
  readonly correlated: boolean
  /** The identity of list items. */
  readonly identity?: ItemIdentity | undefined
}

/** The rule of a tag. */
export interface FieldRule {
  /** Nothing further is looked at when the rule finds something. */
  readonly shortCircuit: boolean
  check(subject: Subject): Finding
}

/** An error found by a rule. */
export interface Finding {
  readonly errors: readonly FieldError[]
  /** Stops without an error: an optional value that is not there. */
  readonly stop?: boolean
}

/** A type, and whether its values may be absent: what rules are made for. */
export type RuleTarget = Pick<FieldDescriptor, 'type' | 'pointer'>

/** Makes a rule out of a check. */
export function rule(check: (subject: Subject) => readonly FieldError[], shortCircuit = false): FieldRule {
  return { shortCircuit, check: (subject) => ({ errors: check(subject) }) }
}
