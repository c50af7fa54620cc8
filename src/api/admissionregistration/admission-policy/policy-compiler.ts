import {
  type AdmissionResult,
  admissionProblem,
  compileAdmissionExpression,
} from '../../../openapi/cel/admission-expression.js'
import { dynType, type StaticType, typeText } from '../../../openapi/cel/values/cel-static-type.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import { trimSpace } from '../../validation/trim-space.js'
import type { Variable } from '../v1/types.gen.js'

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const reserved: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
/** Types that variables keep; of others nothing is known in later expressions. */
const kept: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'any bool bytes double google.protobuf.Duration int null_type string google.protobuf.Timestamp uint'.split(' '),
)

/** Compiles the expressions of one policy: later ones may use the variables before them. */
export class PolicyCompiler {
  readonly #params: boolean
  readonly #variables: Map<string, StaticType> | undefined

  /** @param composed - there is `variables`, even when it has none. */
  constructor(params: boolean, composed: boolean) {
    this.#params = params
    this.#variables = composed ? new Map() : undefined
  }

  /** Checks variables in their order. */
  variableErrors(variables: readonly Variable[] | null | undefined, path: FieldPath): FieldError[] {
    return structsOf(variables).flatMap((given, i) => {
      const name = given.name ?? ''
      const expression = given.expression ?? ''
      const [namePath, at] = [path.index(i).child('name'), path.index(i).child('expression')]
      const errors = nameErrors(name, namePath)
      if (trimSpace(expression) === '') return [...errors, required(at, 'expression is not specified')]
      const options = { params: this.#params, authorizer: true, returns: 'any', variables: this.#variables } as const
      const compiled = compileAdmissionExpression(expression, options)
      this.#variables?.set(name, 'error' in compiled ? dynType : keptType(compiled.type))
      return 'error' in compiled ? [...errors, invalid(at, expression, compiled.error)] : errors
    })
  }

  /** The problem of an expression; undefined if there is none. */
  problem(expression: string, returns: AdmissionResult, authorizer = true): string | undefined {
    return admissionProblem(expression, { params: this.#params, authorizer, returns, variables: this.#variables })
  }
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  if (trimSpace(name) === '') return [required(path, 'name is not specified')]
  if (identifier.test(name) && !reserved.has(name)) return []
  return [invalid(path, name, 'must be a valid CEL identifier')]
}

function keptType(type: StaticType): StaticType {
  if (kept.has(typeText(type))) return type
  if (type.name !== 'list' && type.name !== 'map') return dynType
  return { name: type.name, params: (type.params ?? []).map(keptType) }
}
