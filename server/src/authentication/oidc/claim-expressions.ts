import {
  type CELProgram,
  compileExpression,
  dynType,
  jsonOf,
  listType,
  mapType,
  namedType,
  objectType,
  type StaticType,
} from 'apimachinery/openapi/cel'
import { AuthenticationError } from '../authentication-error.js'

const text = namedType('string')
const claims = mapType(text, dynType)
/** Source: `BuildUserType` of k8s.io/apiserver/pkg/authentication/cel. */
const user = objectType('kubernetes.UserInfo', {
  extra: mapType(text, listType(text)),
  groups: listType(text),
  uid: text,
  username: text,
})

/** An expression over the claims of a token, or over the user that they make. */
export class ClaimExpression {
  readonly #program: CELProgram
  readonly #variable: 'claims' | 'user'

  /** Throws `AuthenticationError` for an expression that cannot be compiled, or that is of none of the types. */
  constructor(source: string, variable: 'claims' | 'user', resultTypes: readonly StaticType[] = []) {
    const compiled = compileExpression(source, {
      variables: variable === 'claims' ? { claims } : { user },
      resultTypes,
    })
    if (compiled.program === undefined) throw new AuthenticationError(compiled.issues)
    this.#program = compiled.program
    this.#variable = variable
  }

  /** The value as JSON. Throws what went wrong. */
  evaluate(value: unknown): unknown {
    const { value: result, error } = this.#program.evaluate({ [this.#variable]: value })
    if (error !== undefined) throw new AuthenticationError(error)
    return jsonOf(result)
  }
}

/** A boolean expression. */
export function conditionOver(source: string, variable: 'claims' | 'user'): ClaimExpression {
  return new ClaimExpression(source, variable, [namedType('bool')])
}

/** The strings of a value: one, several, or none. Throws `AuthenticationError` for other values. */
export function textsOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.filter((each) => each !== '')
  throw new AuthenticationError('expression must return a string or a list of strings')
}
