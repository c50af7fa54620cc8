import { mostErrors } from '../../internal/most-errors.js'
import type { JSONValue } from '../../json/json-value.js'
import { type FieldError, invalid, required, tooLong, tooMany, typeInvalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { enumError } from './enum-texts.js'

/** A problem of a value, before it becomes a field error. Identified by its message. */
export type Finding =
  | { readonly kind: 'sentence'; readonly message: string }
  | { readonly kind: 'required'; readonly path: string; readonly message: string }
  | {
      readonly kind: 'type' | 'invalid'
      readonly path: string
      readonly value: JSONValue
      readonly valueText?: string | undefined
      readonly message: string
    }
  | {
      readonly kind: 'tooLong' | 'tooMany'
      readonly path: string
      readonly value: JSONValue
      readonly limit: number
      readonly message: string
    }
  | {
      readonly kind: 'notSupported'
      readonly path: string
      readonly value: JSONValue
      readonly supported: readonly JSONValue[]
      readonly message: string
    }

/**
 * The findings of one schema, and how many of its checks passed: that decides which of several schemas is the closest.
 */
export class Result {
  #findings: Map<string, Finding> | undefined
  matches: number

  constructor(matches = 0) {
    this.matches = matches
  }

  get valid(): boolean {
    return this.#findings === undefined
  }

  /** No more are looked for. */
  get isFull(): boolean {
    return this.#findings !== undefined && this.#findings.size >= mostErrors
  }

  add(finding: Finding): void {
    this.#findings ??= new Map()
    if (!this.#findings.has(finding.message)) this.#findings.set(finding.message, finding)
  }

  merge(other: Result): void {
    for (const finding of other.#findings?.values() ?? []) this.add(finding)
    this.matches += other.matches
  }

  toFieldErrors(base: FieldPath): FieldError[] {
    return Array.from(this.#findings?.values() ?? [], (finding) => fieldError(finding, base))
  }
}

function fieldError(finding: Finding, base: FieldPath): FieldError {
  if (finding.kind === 'sentence') return invalid(base, '', finding.message)
  const below = finding.path.replace(/^\./, '')
  const path = below === '' ? base : base.child(below)
  switch (finding.kind) {
    case 'required':
      return required(path, '')
    case 'type':
      return typeInvalid(path, finding.value, finding.message)
    case 'tooLong':
      return tooLong(path, finding.limit)
    case 'tooMany':
      return tooMany(path, finding.value as number, finding.limit)
    case 'notSupported':
      return enumError(path, finding.value, finding.supported)
    default:
      return invalidValue(finding, path)
  }
}

function invalidValue(finding: Extract<Finding, { kind: 'type' | 'invalid' }>, path: FieldPath): FieldError {
  const error = invalid(path, finding.value, finding.message)
  return finding.valueText === undefined ? error : error.with({ valueText: finding.valueText })
}
