import { messageOf } from '../../../errors/message-of.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { parseTemplate } from '../../../meta/json-path/parser.js'
import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { equalJSON } from '../../../validation/immutable.js'
import { validateObjectMeta } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { trimSpace } from '../../validation/trim-space.js'
import { auditAnnotationDescriptor } from '../v1/descriptors.gen.js'
import type {
  AuditAnnotation,
  ExpressionWarning,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '../v1/types.gen.js'
import { failurePolicies } from '../webhook-configuration/webhook.js'
import { validateMatchConditions } from './match-conditions.js'
import { PolicyCompiler } from './policy-compiler.js'
import { validateParamKind } from './policy-parts.js'
import { knownErrors, validateMatchResources } from './rules.js'

const maxAuditAnnotations = 20
const maxValueExpression = 5 * 1024
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const nothing = 'validations or auditAnnotations must contain at least one item'

/** Checks a new ValidatingAdmissionPolicy. */
export function validateValidatingAdmissionPolicy(policy: ValidatingAdmissionPolicy): readonly FieldError[] {
  return policyErrors(policy, false)
}

/** Checks a changed ValidatingAdmissionPolicy; match conditions that have not changed are not looked at. */
export function validateValidatingAdmissionPolicyUpdate(
  policy: ValidatingAdmissionPolicy,
  old: ValidatingAdmissionPolicy,
): readonly FieldError[] {
  return policyErrors(policy, hasSameMatchConditions(policy.spec, old.spec))
}

/** Reports whether nothing has changed that could make a match condition wrong. */
export function hasSameMatchConditions(
  now: Pick<ValidatingAdmissionPolicySpec, 'paramKind' | 'matchConditions'> | null | undefined,
  before: Pick<ValidatingAdmissionPolicySpec, 'paramKind' | 'matchConditions'> | null | undefined,
): boolean {
  if (isSet(now?.paramKind) !== isSet(before?.paramKind)) return false
  return equalJSON(now?.paramKind, before?.paramKind) && equalJSON(now?.matchConditions, before?.matchConditions)
}

/** Checks the status of a ValidatingAdmissionPolicy. */
export function validateValidatingAdmissionPolicyStatus({ status }: ValidatingAdmissionPolicy): readonly FieldError[] {
  const path = fieldPath('status', 'typeChecking', 'expressionWarnings')
  const warnings = structsOf(status?.typeChecking?.expressionWarnings)
  return [
    ...warnings.flatMap((warning, i) => warningErrors(warning, path.index(i))),
    ...validateStatusConditions(status?.conditions),
  ]
}

function warningErrors({ fieldRef, warning }: ExpressionWarning, path: FieldPath): FieldError[] {
  const errors = warning ? [] : [required(path.child('warning'), '')]
  const trimmed = trimSpace(fieldRef ?? '')
  const at = path.child('fieldRef')
  if (trimmed === '') return [...errors, required(at, '')]
  const problem = jsonPathProblem(`{${trimmed}}`)
  return problem === undefined ? errors : [...errors, invalid(at, trimmed, `invalid JSONPath: ${problem}`)]
}

function jsonPathProblem(text: string): string | undefined {
  try {
    parseTemplate(text)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function policyErrors(policy: ValidatingAdmissionPolicy, ignoreMatchConditions: boolean): FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const spec = policy.spec ?? {}
  const path = fieldPath('spec')
  const params = isSet(spec.paramKind)
  const compiler = new PolicyCompiler(params, structsOf(spec.variables).length > 0)
  return [
    ...validateObjectMeta(policy.metadata ?? {}, rules, fieldPath('metadata')),
    ...validatePolicyHead(spec, path),
    ...(ignoreMatchConditions
      ? []
      : validateMatchConditions(spec.matchConditions, params, path.child('matchConditions'))),
    ...compiler.variableErrors(spec.variables, path.child('variables')),
    ...validationErrors(policy, compiler, path),
  ]
}

/** Checks what policies of both kinds have: failure policy, parameters, and what they are about. */
export function validatePolicyHead(
  spec: Pick<ValidatingAdmissionPolicySpec, 'failurePolicy' | 'paramKind' | 'matchConstraints'>,
  path: FieldPath,
): FieldError[] {
  const { failurePolicy, paramKind, matchConstraints } = spec
  const [failurePath, matchPath] = [path.child('failurePolicy'), path.child('matchConstraints')]
  const errors = isSet(failurePolicy)
    ? knownErrors(failurePolicy, failurePolicies, failurePath)
    : [required(failurePath, '')]
  if (isSet(paramKind)) errors.push(...validateParamKind(paramKind, path.child('paramKind')))
  if (!isSet(matchConstraints)) return [...errors, required(matchPath, '')]
  errors.push(...validateMatchResources(matchConstraints, matchPath))
  const hasRules = structsOf(matchConstraints.resourceRules).length > 0
  return hasRules ? errors : [...errors, required(matchPath.child('resourceRules'), '')]
}

function validationErrors(policy: ValidatingAdmissionPolicy, compiler: PolicyCompiler, path: FieldPath): FieldError[] {
  const validations = structsOf(policy.spec?.validations)
  const annotations = structsOf(policy.spec?.auditAnnotations)
  const at = path.child('auditAnnotations')
  if (validations.length === 0 && annotations.length === 0) {
    return [required(path.child('validations'), nothing), required(at, nothing)]
  }
  const errors = validations.flatMap((each, i) =>
    validationItemErrors(each, compiler, path.child('validations').index(i)),
  )
  if (annotations.length > maxAuditAnnotations) {
    const valueText = `[${annotations.map((each) => internalText(auditAnnotationDescriptor, each)).join(',')}]`
    const detail = `must not have more than ${maxAuditAnnotations} auditAnnotations`
    errors.push(invalid(at, annotations, detail).with({ valueText }))
  }
  const keys = new Set<string>()
  const name = policy.metadata?.name ?? ''
  for (const [i, annotation] of annotations.entries()) {
    errors.push(...annotationErrors(annotation, { name, compiler }, at.index(i)))
    const key = annotation.key ?? ''
    if (keys.has(key)) errors.push(duplicate(at.index(i).child('key'), key))
    keys.add(key)
  }
  return errors
}

function validationItemErrors(validation: Validation, compiler: PolicyCompiler, path: FieldPath): FieldError[] {
  const expression = validation.expression ?? ''
  const message = validation.message ?? ''
  const messageExpression = validation.messageExpression ?? ''
  const { reason } = validation
  const errors: FieldError[] = []
  const at = path.child('expression')
  if (trimSpace(expression) === '') errors.push(required(at, 'expression is not specified'))
  else errors.push(...expressionErrors(expression, compiler.problem(expression, 'bool'), at))
  const messageAt = path.child('messageExpression')
  if (messageExpression !== '' && trimSpace(messageExpression) === '') {
    errors.push(invalid(messageAt, messageExpression, 'must be non-empty if specified'))
  } else if (messageExpression !== '') {
    errors.push(...expressionErrors(messageExpression, compiler.problem(messageExpression, 'string', false), messageAt))
  }
  if (message !== '' && trimSpace(message) === '') {
    errors.push(invalid(path.child('message'), message, 'must be non-empty if specified'))
  } else if (/[\n\r]/.test(trimSpace(message))) {
    errors.push(invalid(path.child('message'), message, 'must not contain line breaks'))
  }
  return isSet(reason) ? [...errors, ...knownErrors(reason, reasons, path.child('reason'))] : errors
}

function expressionErrors(expression: string, problem: string | undefined, path: FieldPath): FieldError[] {
  return problem === undefined ? [] : [invalid(path, expression, problem)]
}

function annotationErrors(
  given: AuditAnnotation,
  { name, compiler }: { readonly name: string; readonly compiler: PolicyCompiler },
  path: FieldPath,
): FieldError[] {
  const key = given.key ?? ''
  const valueExpression = given.valueExpression ?? ''
  const keyPath = path.child('key')
  const errors =
    name === ''
      ? [invalid(keyPath, key, 'requires metadata.name be non-empty')]
      : validateQualifiedName(`${name}/${key}`, keyPath)
  const trimmed = trimSpace(valueExpression)
  const at = path.child('valueExpression')
  if (trimmed === '') return [...errors, required(at, 'valueExpression is not specified')]
  if (utf8Length(trimmed) > maxValueExpression) {
    return [...errors, required(at, `must not exceed ${maxValueExpression} bytes in length`)]
  }
  return [...errors, ...expressionErrors(valueExpression, compiler.problem(trimmed, 'audit'), at)]
}
