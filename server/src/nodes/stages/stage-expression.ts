import type { JSONObject, JSONValue } from 'apimachinery/json'
import { type CELProgram, compileExpression, dynType, jsonOf } from 'apimachinery/openapi/cel'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { kwokFunctions } from '../cel/kwok-functions.js'
import type { ConfigurationField } from '../document/configuration-field.js'
import type { StageMoment } from './stage.js'

/** An expression of CEL over an object, which is called `self`. */
export class StageExpression {
  readonly #source: string
  readonly #program: CELProgram
  /** Of the evaluation that runs. */
  #moment: StageMoment = { now: 0, random: () => 0 }

  /** @throws ConfigurationError with the place */
  constructor(source: string) {
    this.#source = source
    const functions = kwokFunctions(() => this.#moment)
    const { program, issues } = compileExpression(source, { variables: { self: dynType }, functions })
    if (program === undefined) throw new ConfigurationError(issues)
    this.#program = program
  }

  /** @throws ConfigurationError if the value is another one, as the other methods */
  boolean(object: JSONObject, moment: StageMoment): boolean {
    const value = this.#value(object, moment)
    if (typeof value !== 'boolean') throw this.#wrong(value)
    return value
  }

  number(object: JSONObject, moment: StageMoment): number {
    const value = this.#value(object, moment)
    if (typeof value === 'number') return Math.trunc(value)
    if (typeof value === 'boolean') return value ? 1 : 0
    throw this.#wrong(value)
  }

  /** Numbers are nanoseconds, as in Go. */
  milliseconds(object: JSONObject, moment: StageMoment): number {
    const value = this.#value(object, moment)
    if (typeof value === 'number') return value / 1e6
    throw this.#wrong(value)
  }

  #value(object: JSONObject, moment: StageMoment): JSONValue | undefined {
    this.#moment = moment
    const { value, error } = this.#program.evaluate({ self: object })
    if (error !== undefined) throw new ConfigurationError(`${this.#source}: ${error}`)
    return jsonOf(value) as JSONValue | undefined
  }

  #wrong(value: JSONValue | undefined): ConfigurationError {
    return new ConfigurationError(`${this.#source}: unsupported value ${JSON.stringify(value)}`)
  }
}

/** Reads the text of an expression. @throws InvalidField */
export function readExpression(field: ConfigurationField): StageExpression {
  return field.attempt(() => new StageExpression(field.requiredText()))
}
