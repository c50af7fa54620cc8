import type { AdmissionResult } from '../../../openapi/cel/admission-expression.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateObjectMeta } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { trimSpace } from '../../validation/trim-space.js'
import type { MutatingAdmissionPolicy, Mutation } from '../v1/types.gen.js'
import { reinvocationPolicies } from '../webhook-configuration/webhook.js'
import { validateMatchConditions } from './match-conditions.js'
import { PolicyCompiler } from './policy-compiler.js'
import { validateMutatingOperations } from './policy-parts.js'
import { knownErrors } from './rules.js'
import { hasSameMatchConditions, validatePolicyHead } from './validating-admission-policy.js'

/** Checks a new MutatingAdmissionPolicy. */
export function validateMutatingAdmissionPolicy(policy: MutatingAdmissionPolicy): readonly FieldError[] {
  return policyErrors(policy, false)
}

/** Checks a changed MutatingAdmissionPolicy; match conditions that have not changed are not looked at. */
export function validateMutatingAdmissionPolicyUpdate(
  policy: MutatingAdmissionPolicy,
  old: MutatingAdmissionPolicy,
): readonly FieldError[] {
  return policyErrors(policy, hasSameMatchConditions(policy.spec, old.spec))
}

function policyErrors(policy: MutatingAdmissionPolicy, ignoreMatchConditions: boolean): FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const spec = policy.spec ?? {}
  const path = fieldPath('spec')
  const params = isSet(spec.paramKind)
  const compiler = new PolicyCompiler(params, true)
  const mutations = structsOf(spec.mutations)
  const at = path.child('mutations')
  return [
    ...validateObjectMeta(policy.metadata ?? {}, rules, fieldPath('metadata')),
    ...validatePolicyHead(spec, path),
    ...validateMutatingOperations(spec.matchConstraints, path.child('matchConstraints')),
    ...(ignoreMatchConditions
      ? []
      : validateMatchConditions(spec.matchConditions, params, path.child('matchConditions'))),
    ...compiler.variableErrors(spec.variables, path.child('variables')),
    ...(mutations.length === 0 ? [required(at, 'mutations must contain at least one item')] : []),
    ...mutations.flatMap((mutation, i) => mutationErrors(mutation, compiler, at.index(i))),
    ...requiredEnumErrors(spec.reinvocationPolicy ?? '', reinvocationPolicies, path.child('reinvocationPolicy')),
  ]
}

function mutationErrors(mutation: Mutation, compiler: PolicyCompiler, path: FieldPath): FieldError[] {
  const type = mutation.patchType ?? ''
  if (type === '') return [required(path.child('patchType'), '')]
  if (type !== 'JSONPatch' && type !== 'ApplyConfiguration') {
    return knownErrors(type, ['ApplyConfiguration', 'JSONPatch'], path.child('patchType'))
  }
  const [own, other] =
    type === 'JSONPatch'
      ? (['jsonPatch', 'applyConfiguration'] as const)
      : (['applyConfiguration', 'jsonPatch'] as const)
  const patch = mutation[own]
  const errors = isSet(patch)
    ? expressionErrors(patch.expression ?? '', compiler, { returns: own, path: path.child(own, 'expression') })
    : [required(path.child(own), `must be specified when patchType is ${type}`)]
  if (!isSet(mutation[other])) return errors
  return [...errors, invalid(path.child(other), `{${other}}`, `must not be specified when patchType is ${type}`)]
}

function expressionErrors(
  expression: string,
  compiler: PolicyCompiler,
  { returns, path }: { readonly returns: AdmissionResult; readonly path: FieldPath },
): FieldError[] {
  const trimmed = trimSpace(expression)
  if (trimmed === '') return [required(path, '')]
  const problem = compiler.problem(trimmed, returns)
  return problem === undefined ? [] : [invalid(path, trimmed, problem)]
}
