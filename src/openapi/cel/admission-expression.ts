import { checkExpression } from './check/check-expression.js'
import { kubernetesDeclarations } from './check/declarations.js'
import { compileExpression } from './compile-expression.js'
import type { CELProgram } from './program.js'
import { dynType, listType, mapType, namedType, objectType, type StaticType } from './values/cel-static-type.js'

/** The result type that an expression of an admission policy or webhook must have. */
export type AdmissionResult = 'bool' | 'string' | 'audit' | 'any' | 'jsonPatch' | 'applyConfiguration'

/** The variables that an expression of an admission policy or webhook may use. */
export interface AdmissionExpressionOptions {
  /** `params` is there. */
  readonly params: boolean
  /** `authorizer` is there. */
  readonly authorizer: boolean
  readonly returns: AdmissionResult
  /** The fields of `variables`, when the policy has any. */
  readonly variables?: ReadonlyMap<string, StaticType> | undefined
  /** Types of `object`, `oldObject` and `params`, for warnings; without them nothing is known of their fields. */
  readonly types?: AdmissionTypes | undefined
}

/** The known types of the objects that an expression uses. */
export interface AdmissionTypes {
  /** Of `object` and `oldObject`. */
  readonly object?: StaticType | undefined
  readonly params?: StaticType | undefined
}

const string = /* @__PURE__ */ namedType('string')
const int = /* @__PURE__ */ namedType('int')
const bool = /* @__PURE__ */ namedType('bool')
const time = /* @__PURE__ */ namedType('google.protobuf.Timestamp')

function fields(type: StaticType, names: string): Record<string, StaticType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]))
}

function requestType(): StaticType {
  const kind = objectType('kubernetes.GroupVersionKind', fields(string, 'group version kind'))
  const resource = objectType('kubernetes.GroupVersionResource', fields(string, 'group version resource'))
  const userInfo = objectType('kubernetes.UserInfo', {
    ...fields(string, 'username uid'),
    groups: listType(string),
    extra: mapType(string, listType(string)),
  })
  return objectType('kubernetes.AdmissionRequest', {
    ...fields(kind, 'kind requestKind'),
    ...fields(resource, 'resource requestResource'),
    ...fields(string, 'subResource requestSubResource name namespace operation'),
    userInfo,
    dryRun: bool,
    options: dynType,
  })
}

function namespaceType(): StaticType {
  const condition = objectType('kubernetes.NamespaceCondition', {
    ...fields(string, 'status type message reason'),
    lastTransitionTime: time,
  })
  const metadata = objectType('kubernetes.NamespaceMetadata', {
    ...fields(string, 'name generateName namespace UID resourceVersion'),
    ...fields(mapType(string, string), 'labels annotations'),
    ...fields(time, 'creationTimestamp deletionTimestamp'),
    ...fields(int, 'deletionGracePeriodSeconds generation'),
    finalizers: listType(string),
  })
  return objectType('kubernetes.Namespace', {
    metadata,
    spec: objectType('kubernetes.NamespaceSpec', { finalizers: listType(string) }),
    status: objectType('kubernetes.NamespaceStatus', { conditions: listType(condition), phase: string }),
  })
}

function variablesOf({
  params,
  authorizer,
  variables,
  types,
}: AdmissionExpressionOptions): ReadonlyMap<string, StaticType> {
  const all = new Map<string, StaticType>([
    ['object', types?.object ?? dynType],
    ['oldObject', types?.object ?? dynType],
    ['namespaceObject', namespaceType()],
    ['request', requestType()],
  ])
  if (params) all.set('params', types?.params ?? dynType)
  if (authorizer) {
    all.set('authorizer', namedType('kubernetes.authorization.Authorizer'))
    // Upstream's type checking does not declare it.
    if (types === undefined) all.set('authorizer.requestResource', namedType('kubernetes.authorization.ResourceCheck'))
  }
  if (variables !== undefined) all.set('variables', { name: 'kubernetes.variables', fields: variables })
  return all
}

/** `Object`, its parts such as `Object.spec`, and `JSONPatch`. */
function patchType(name: string): StaticType | undefined {
  if (name === 'JSONPatch') return objectType(name, { ...fields(string, 'op path from'), value: dynType })
  if (name !== 'Object' && !name.startsWith('Object.')) return undefined
  return { name, fields: new Map([['*', dynType]]) }
}

const wanted: Readonly<Record<AdmissionResult, readonly StaticType[]>> = {
  bool: [bool],
  string: [string],
  audit: [string, /* @__PURE__ */ namedType('null_type')],
  any: [],
  jsonPatch: [/* @__PURE__ */ listType(/* @__PURE__ */ namedType('JSONPatch'))],
  applyConfiguration: [/* @__PURE__ */ namedType('Object')],
}

/** A compiled expression of an admission policy or webhook, with its type; or its compile error, in Go's wording. */
export function compileAdmissionExpression(
  expression: string,
  options: AdmissionExpressionOptions,
): { readonly type: StaticType; readonly program: CELProgram } | { readonly error: string } {
  const patches = options.returns === 'jsonPatch' || options.returns === 'applyConfiguration'
  const variables = Object.fromEntries(variablesOf(options))
  const compiled = compileExpression(expression, {
    variables,
    resultTypes: wanted[options.returns],
    ...(patches && { messageType: patchType }),
  })
  if (compiled.issues !== undefined) return { error: compiled.issues }
  return { type: compiled.type, program: compiled.program }
}

/**
 * The type of an expression for known object types, or the error of Go's compiler. The expression is not to be evaluated.
 */
export function checkAdmissionTypes(
  expression: string,
  options: Omit<AdmissionExpressionOptions, 'returns'>,
): { readonly type: StaticType } | { readonly error: string } {
  const scope = { variables: variablesOf({ ...options, returns: 'any' }), functions: kubernetesDeclarations }
  const checked = checkExpression(expression, scope)
  return checked.error === undefined ? { type: checked.type } : { error: checked.error }
}

/** The problem of an expression of an admission policy or webhook; undefined if there is none. */
export function admissionProblem(expression: string, options: AdmissionExpressionOptions): string | undefined {
  const compiled = compileAdmissionExpression(expression, options)
  return 'error' in compiled ? compiled.error : undefined
}
