import { positionOf, TemplateError } from './template-error.js'
import type { ParameterType, TemplateFunction, TemplateFunctions } from './template-function.js'
import type { Command, Operand, Pipe } from './template-node.js'
import {
  GoFloat,
  goTypeOf,
  isTemplateList,
  isTemplateMap,
  isTrue,
  memberOf,
  type TemplateValue,
} from './template-value.js'

/** A variable of a template. */
export interface TemplateVariable {
  readonly name: string
  value: TemplateValue
}

/** The state in which pipelines are evaluated. */
export interface PipeScope {
  readonly source: string
  readonly functions: TemplateFunctions
  /** The innermost ones last. */
  readonly variables: TemplateVariable[]
}

/** Nothing was passed on to a command. */
const nothing = Symbol('nothing')
type Passed = TemplateValue | typeof nothing

/** The value of a pipeline; its variables are set. @throws TemplateError */
export function evaluatePipe(scope: PipeScope, dot: TemplateValue, pipe: Pipe): TemplateValue {
  return new PipeEvaluation(scope, dot).pipe(pipe)
}

/** An error at a place of a template. */
export function executionError(
  source: string,
  { at, text }: Pick<Operand, 'at' | 'text'>,
  message: string,
): TemplateError {
  const { line, column } = positionOf(source, at)
  const context = text.length > 20 ? `${text.slice(0, 20)}...` : text
  return new TemplateError(`template: _:${line}:${column - 1}: executing "_" at <${context}>: ${message}`)
}

class PipeEvaluation {
  readonly #scope: PipeScope
  readonly #dot: TemplateValue

  constructor(scope: PipeScope, dot: TemplateValue) {
    this.#scope = scope
    this.#dot = dot
  }

  pipe(pipe: Pipe): TemplateValue {
    let passed: Passed = nothing
    for (const command of pipe.commands) passed = this.#command(command, passed)
    const value = passed === nothing ? undefined : passed
    for (const name of pipe.variables) {
      const variable = pipe.assigns ? this.#find(name) : undefined
      if (variable === undefined) this.#scope.variables.push({ name, value })
      else variable.value = value
    }
    return value
  }

  #command({ operands }: Command, passed: Passed): TemplateValue {
    const [first, ...more] = operands as [Operand, ...Operand[]]
    if (first.kind === 'function') return this.#call(first, more, passed)
    if (more.length > 0 || passed !== nothing) {
      const isField = first.kind === 'field' || first.kind === 'variable' || first.kind === 'chain'
      throw this.#error(
        first,
        isField
          ? `${first.text.replace(/^.*\./, '')} is not a method but has arguments`
          : `can't give argument to non-function ${first.text}`,
      )
    }
    if (first.kind === 'nil') throw this.#error(first, 'nil is not a command')
    return this.#value(first)
  }

  #value(operand: Operand): TemplateValue {
    switch (operand.kind) {
      case 'dot':
        return this.#dot
      case 'nil':
        return null
      case 'constant':
        return operand.value
      case 'field':
        return this.#fields(this.#dot, operand)
      case 'variable':
        return this.#fields(this.#find(operand.name)?.value, operand)
      case 'function':
        return this.#call(operand, [], nothing)
      case 'pipe':
        return this.pipe(operand.pipe)
      case 'chain':
        return this.#fields(this.#value(operand.operand), operand)
    }
  }

  #fields(from: TemplateValue, operand: Operand & { readonly names: readonly string[] }): TemplateValue {
    let value = from
    for (const name of operand.names) {
      if (value === undefined) return undefined
      if (value === null) throw this.#error(operand, `nil pointer evaluating interface {}.${name}`)
      if (!isTemplateMap(value)) throw this.#error(operand, `can't evaluate field ${name} in type ${goTypeOf(value)}`)
      value = memberOf(value, name)
    }
    return value
  }

  #find(name: string): TemplateVariable | undefined {
    return this.#scope.variables.findLast((variable) => variable.name === name)
  }

  #call(operand: Operand & { readonly name: string }, args: readonly Operand[], passed: Passed): TemplateValue {
    const { name } = operand
    if (name === 'and' || name === 'or') return this.#logic(operand, args, passed)
    const called = this.#scope.functions[name]!
    const count = args.length + (passed === nothing ? 0 : 1)
    this.#checkCount(operand, called, count)
    const values = args.map((each, index) => this.#argument(each, typeAt(called, index)))
    if (passed !== nothing) values.push(this.#converted(operand, passed, typeAt(called, args.length)))
    try {
      return called.call(values)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      throw this.#error(operand, `error calling ${name}: ${error.message}`)
    }
  }

  /** `and` and `or` evaluate no more than they need. */
  #logic(operand: Operand & { readonly name: string }, args: readonly Operand[], passed: Passed): TemplateValue {
    if (args.length === 0 && passed === nothing)
      throw this.#error(operand, `wrong number of args for ${operand.name}: want at least 1 got 0`)
    let value: TemplateValue
    for (const each of args) {
      value = this.#value(each)
      if (isTrue(value) === (operand.name === 'or')) return value
    }
    return passed === nothing ? value : passed
  }

  #checkCount(operand: Operand, { parameters, rest }: TemplateFunction, count: number): void {
    const wanted = parameters.length
    if (rest === undefined ? count === wanted : count >= wanted) return
    const least = rest === undefined ? '' : 'at least '
    throw this.#error(operand, `wrong number of args for ${operand.text}: want ${least}${wanted} got ${count}`)
  }

  #argument(operand: Operand, type: ParameterType): TemplateValue {
    return this.#converted(operand, this.#value(operand), type)
  }

  /** Checks a value against a parameter; whole numbers become floats where one is wanted. */
  #converted(operand: Operand, value: TemplateValue, type: ParameterType): TemplateValue {
    if (type === 'any') return value
    if (value === undefined || value === null) {
      if (type === 'list') return []
      if (type === 'map') return {}
      throw this.#error(operand, `invalid value; expected ${goNames[type]}`)
    }
    if (type === 'float' && typeof value === 'bigint') return new GoFloat(Number(value))
    if (checks[type](value)) return value
    throw this.#error(operand, `wrong type for value; expected ${goNames[type]}; got ${goTypeOf(value)}`)
  }

  #error(operand: Operand, message: string): TemplateError {
    return executionError(this.#scope.source, operand, message)
  }
}

type Checked = Exclude<ParameterType, 'any'>

const goNames: Readonly<Record<Checked, string>> = {
  string: 'string',
  int: 'int',
  float: 'float64',
  bool: 'bool',
  list: '[]interface {}',
  map: 'map[string]interface {}',
}

const checks: Readonly<Record<Checked, (value: TemplateValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: (value) => typeof value === 'bigint',
  float: (value) => value instanceof GoFloat,
  bool: (value) => typeof value === 'boolean',
  list: isTemplateList,
  map: isTemplateMap,
}

function typeAt({ parameters, rest }: TemplateFunction, index: number): ParameterType {
  return parameters[index] ?? rest ?? 'any'
}
