import { newAggregate } from 'apimachinery/errors'
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
import { AuthorizationError } from './authorization-error.js'
import type { AuthorizationAttributes } from './authorizer.js'
import { subjectAccessReviewSpec } from './subject-access-review.js'

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
  readonly #programs: readonly (readonly [expression: string, CELProgram])[]

  /** Throws `AuthorizationError` with the position of an expression that cannot be compiled. */
  constructor(expressions: readonly string[]) {
    this.#programs = expressions.map((expression, index) => {
      const compiled = compileCondition(expression)
      if (compiled.program === undefined)
        throw new AuthorizationError(`matchConditions[${index}].expression: ${compiled.issues}`)
      return [expression, compiled.program] as const
    })
  }

  /** There is nothing to look at. */
  get isEmpty(): boolean {
    return this.#programs.length === 0
  }

  /** Reports whether all hold. Throws where one cannot be evaluated and none is false. */
  match(attributes: AuthorizationAttributes): boolean {
    const request = conditionRequest(attributes)
    const errors: Error[] = []
    for (const [expression, program] of this.#programs) {
      const { value, error } = program.evaluate({ request })
      if (value === false) return false
      if (error === undefined) continue
      errors.push(
        new AuthorizationError(`cel evaluation error: expression '${expression}' resulted in error: ${error}`),
      )
    }
    if (errors.length > 0) throw newAggregate(errors)
    return true
  }
}

/**
 * What conditions see: the spec of a review with all texts, also empty ones.
 *
 * Source: `convertObjectToUnstructured` of k8s.io/apiserver/pkg/authorization/cel.
 */
function conditionRequest(attributes: AuthorizationAttributes): Record<string, unknown> {
  const { user, isResourceRequest, verb, path } = attributes
  const { name, groups, uid, extra } = user
  const spec = subjectAccessReviewSpec(attributes)
  return {
    user: name,
    groups,
    uid,
    extra,
    ...(isResourceRequest
      ? { resourceAttributes: { ...noAttributes, ...withValues(spec.resourceAttributes as ResourceAttributes) } }
      : { nonResourceAttributes: { verb, path } }),
  }
}

const noAttributes = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' }

interface ResourceAttributes {
  readonly labelSelector?: { readonly requirements: readonly object[] }
}

/** Labels that must exist have no values. */
function withValues({ labelSelector, ...attributes }: ResourceAttributes): object {
  if (labelSelector === undefined) return attributes
  return {
    ...attributes,
    labelSelector: { requirements: labelSelector.requirements.map((each) => ({ values: [], ...each })) },
  }
}
