import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { AuthorizerValue, type CELAuthorizationAttributes, type CELDecision } from '../values/authorizer.js'
import { type BoxedValue, CELError, type Value } from '../values/value.js'

/** `authorizer.path('/healthz')`. */
class PathCheck implements BoxedValue {
  readonly typeName = 'kubernetes.authorization.PathCheck'

  constructor(
    readonly authorizer: AuthorizerValue,
    readonly path: string,
  ) {}
}

/** `authorizer.group('apps')`. */
class GroupCheck implements BoxedValue {
  readonly typeName = 'kubernetes.authorization.GroupCheck'

  constructor(
    readonly authorizer: AuthorizerValue,
    readonly group: string,
  ) {}
}

/** The fields of a resource check. Absent texts are empty. */
export interface ResourceCheckFields {
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

/** `authorizer.group('').resource('pods')`, and the value of the variable `authorizer.requestResource`. */
export class ResourceCheckValue implements BoxedValue {
  readonly typeName = 'kubernetes.authorization.ResourceCheck'

  constructor(
    readonly authorizer: AuthorizerValue,
    readonly fields: ResourceCheckFields,
  ) {}
}

/** The decision of an authorizer. */
class DecisionValue implements BoxedValue {
  readonly typeName = 'kubernetes.authorization.Decision'

  constructor(readonly decision: CELDecision) {}
}

/** Thrown where an authorizer answers later; the evaluation is made again when it has. */
export class PendingDecision extends Error {
  constructor(readonly promise: PromiseLike<unknown>) {
    super('an authorizer answers with a promise: use evaluateAsync')
  }
}

function ask(value: AuthorizerValue, attributes: Omit<CELAuthorizationAttributes, 'user'>): Value {
  const answer = value.authorizer.authorize({ user: value.user, ...attributes })
  if ('then' in answer) throw new PendingDecision(answer)
  return new DecisionValue(answer)
}

function path(authorizer: AuthorizerValue, text: string): Value {
  return text.trim() === '' ? new CELError('path must not be empty') : new PathCheck(authorizer, text)
}

function serviceAccount({ authorizer }: AuthorizerValue, namespace: string, name: string): Value {
  if (nameIsDNSSubdomain(name, false).length > 0) return new CELError('Invalid service account name')
  if (nameIsDNSLabel(namespace, false).length > 0) return new CELError('Invalid service account namespace')
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  return new AuthorizerValue(authorizer, { username: `system:serviceaccount:${namespace}:${name}`, groups })
}

function resource({ authorizer, group }: GroupCheck, text: string): Value {
  if (text.trim() === '') return new CELError('resource must not be empty')
  return new ResourceCheckValue(authorizer, { group, resource: text })
}

function narrowed(field: keyof ResourceCheckFields): (check: ResourceCheckValue, text: string) => Value {
  return ({ authorizer, fields }, text) => new ResourceCheckValue(authorizer, { ...fields, [field]: text })
}

const nothing = { namespace: '', apiGroup: '', apiVersion: '', resource: '', subresource: '', name: '' }

function checkPath({ authorizer, path: text }: PathCheck, verb: string): Value {
  return ask(authorizer, { ...nothing, verb, path: text, isResourceRequest: false })
}

function checkResource({ authorizer, fields }: ResourceCheckValue, verb: string): Value {
  const { group, fieldSelector, labelSelector, ...rest } = fields
  return ask(authorizer, {
    ...nothing,
    ...rest,
    verb,
    apiGroup: group,
    apiVersion: '*',
    isResourceRequest: true,
    path: '',
    ...(fieldSelector && { fieldSelector }),
    ...(labelSelector && { labelSelector }),
  })
}

/** Functions that call an authorizer, by Go's names of their overloads. */
export const authorizerFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  authorizer_path: path,
  authorizer_group: (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
  authorizer_serviceaccount: serviceAccount,
  groupcheck_resource: resource,
  resourcecheck_subresource: /* @__PURE__ */ narrowed('subresource'),
  resourcecheck_namespace: /* @__PURE__ */ narrowed('namespace'),
  resourcecheck_name: /* @__PURE__ */ narrowed('name'),
  authorizer_fieldselector: /* @__PURE__ */ narrowed('fieldSelector'),
  authorizer_labelselector: /* @__PURE__ */ narrowed('labelSelector'),
  pathcheck_check: checkPath,
  resourcecheck_check: checkResource,
  decision_allowed: ({ decision }: DecisionValue) => decision.decision === 'allow',
  decision_errored: ({ decision }: DecisionValue) => decision.error !== undefined,
  decision_error: ({ decision }: DecisionValue) => decision.error ?? '',
  decision_reason: ({ decision }: DecisionValue) => decision.reason,
}
