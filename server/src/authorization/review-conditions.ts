import {
  type CELProgram,
  type Compilation,
  compileExpression,
  listType,
  mapType,
  namedType,
  objectType,
  type StaticType,
} from 'apimachinery/openapi/cel'

const text = namedType('string')
const texts = listType(text)
const requirement = (name: string): StaticType => objectType(name, { key: text, operator: text, values: texts })
const selector = (name: string): StaticType =>
  objectType(name, { rawSelector: text, requirements: listType(requirement(`${name}.requirement`)) })

/** The variables of a condition. Source: `BuildRequestType` of k8s.io/apiserver/pkg/authorization/cel. */
const requestType = objectType('kubernetes.SubjectAccessReviewSpec', {
  resourceAttributes: objectType('kubernetes.ResourceAttributes', {
    namespace: text,
    verb: text,
    group: text,
    version: text,
    resource: text,
    subresource: text,
    name: text,
    fieldSelector: selector('kubernetes.FieldSelectorAttributes'),
    labelSelector: selector('kubernetes.LabelSelectorAttributes'),
  }),
  nonResourceAttributes: objectType('kubernetes.NonResourceAttributes', { path: text, verb: text }),
  user: text,
  groups: texts,
  extra: mapType(text, listType(text)),
  uid: text,
})

/** A condition, or why it is none. */
export function compileCondition(expression: string): Compilation {
  return compileExpression(expression, { variables: { request: requestType }, resultTypes: [namedType('bool')] })
}

/** Conditions under which a webhook is called. */
export class ReviewConditions {
  readonly #programs: readonly CELProgram[]

  /** Throws `Error` with the position of an expression that cannot be compiled. */
  constructor(expressions: readonly string[]) {
    this.#programs = expressions.map((expression, index) => {
      const compiled = compileCondition(expression)
      if (compiled.program === undefined) throw new Error(`matchConditions[${index}].expression: ${compiled.issues}`)
      return compiled.program
    })
  }

  /** There is nothing to look at. */
  get isEmpty(): boolean {
    return this.#programs.length === 0
  }

  /** Reports whether all hold. Throws where one cannot be evaluated and none is false. */
  match(spec: Readonly<Record<string, unknown>>): boolean {
    const errors: string[] = []
    for (const program of this.#programs) {
      const { value, error } = program.evaluate({ request: spec })
      if (value === false) return false
      if (error !== undefined) errors.push(error)
    }
    if (errors.length > 0) throw new Error(`could not evaluate match conditions: ${errors.join(', ')}`)
    return true
  }
}
