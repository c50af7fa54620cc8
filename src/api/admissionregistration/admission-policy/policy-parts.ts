import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import type { MatchResources, ParamKind, ParamRef } from '../v1/types.gen.js'
import { knownErrors } from './rules.js'

/** Checks the kind of the parameters of a policy. */
export function validateParamKind({ apiVersion, kind }: ParamKind, path: FieldPath): FieldError[] {
  return [
    ...apiVersionErrors(apiVersion ?? '', path.child('apiVersion')),
    ...kindErrors(kind ?? '', path.child('kind')),
  ]
}

function apiVersionErrors(apiVersion: string, path: FieldPath): FieldError[] {
  if (apiVersion === '') return [required(path, '')]
  const parts = apiVersion === '/' ? [''] : apiVersion.split('/')
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
  const version = parts.at(-1)!
  const group = parts.length === 2 ? parts[0]! : ''
  const problems = group === '' ? [] : isDNS1123Subdomain(group)
  const errors = problems.length === 0 ? [] : [invalid(path, group, problems.join(','))]
  if (version === '') return [...errors, invalid(path, apiVersion, 'version must be specified')]
  const wrong = isDNS1035Label(version)
  return wrong.length === 0 ? errors : [...errors, invalid(path, version, wrong.join(','))]
}

function kindErrors(kind: string, path: FieldPath): FieldError[] {
  if (kind === '') return [required(path, '')]
  const problems = isDNS1035Label(kind.toLowerCase())
  if (problems.length === 0) return []
  return [invalid(path, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)]
}

/** Checks the parameter reference of a binding. */
export function validateParamRef(ref: ParamRef | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(ref)) return []
  const name = ref.name ?? ''
  const { selector, parameterNotFoundAction: action } = ref
  const exclusive = 'name and selector are mutually exclusive'
  const errors: FieldError[] = []
  if (name !== '') {
    errors.push(...isPathSegmentName(name).map((problem) => invalid(path.child('name'), name, problem)))
    if (isSet(selector)) errors.push(forbidden(path.child('name'), exclusive))
  }
  if (isSet(selector)) {
    errors.push(...validateLabelSelector(selector, {}, path.child('selector')))
    if (name !== '') errors.push(forbidden(path.child('selector'), exclusive))
  }
  if (name === '' && !isSet(selector)) errors.push(required(path, 'one of name or selector must be specified'))
  const actionPath = path.child('parameterNotFoundAction')
  return [...errors, ...(action ? knownErrors(action, ['Deny', 'Allow'], actionPath) : [required(actionPath, '')])]
}

/** Checks the name of the policy of a binding. */
export function validatePolicyName(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!name) return [required(path, '')]
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE']

/** Finds operations that nothing can be changed in. */
export function validateMutatingOperations(match: MatchResources | null | undefined, path: FieldPath): FieldError[] {
  const operations = structsOf(match?.resourceRules).flatMap((rule) => textsOf(rule.operations))
  const unknown = operations.filter((operation) => !mutatingOperations.includes(operation))
  const at = path.child('resourceRules', 'operations')
  return unknown.map((operation) => notSupported(at, operation, mutatingOperations).withJSONText())
}
