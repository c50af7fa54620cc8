import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import {
  nameIsDNSSubdomain,
  validateNamespaceName,
  validateServiceAccountName,
} from '../../../validation/object-name-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { internalText, invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { validateFlowControlConditions } from '../conditions.js'
import { flowDistinguisherMethodDescriptor, flowSchemaSpecDescriptor } from '../v1/descriptors.gen.js'
import type {
  FlowSchema,
  FlowSchemaSpec,
  PolicyRulesWithSubjects,
  ServiceAccountSubject,
  Subject,
} from '../v1/types.gen.js'
import { validateNonResourcePolicyRule, validateResourcePolicyRule } from './policy-rules.js'

const kinds = ['Group', 'ServiceAccount', 'User']
/** Member of a subject → kind of the subjects that have it, in the order of the checks. */
const members = [
  ['serviceAccount', 'ServiceAccount'],
  ['user', 'User'],
  ['group', 'Group'],
] as const

/** Checks one of those whose requests a rule is about. */
function validateFlowSchemaSubject(subject: Subject, path: FieldPath): FieldError[] {
  const kind = subject.kind ?? ''
  const own = members.find(([, each]) => each === kind)
  if (own === undefined) return [notSupported(path.child('kind'), kind, kinds).withJSONText()]
  const others = members.filter(([name, each]) => each !== kind && isSet(subject[name]))
  return [
    ...memberErrors(own, subject, path.child(own[0])),
    ...others.map(([name, each]) =>
      forbidden(path.child(name), `${name} is forbidden when subject kind is not '${each}'`),
    ),
  ]
}

function memberErrors([name, kind]: (typeof members)[number], subject: Subject, path: FieldPath): FieldError[] {
  const member = subject[name]
  if (!isSet(member)) return [required(path, `${name} is required when subject kind is '${kind}'`)]
  if (name === 'serviceAccount') return serviceAccountErrors(member as ServiceAccountSubject, path)
  return member.name ? [] : [required(path.child('name'), '')]
}

function serviceAccountErrors({ name, namespace }: ServiceAccountSubject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (!name) errors.push(required(path.child('name'), ''))
  else if (name !== '*') {
    const problems = validateServiceAccountName(name, false)
    errors.push(...problems.map((problem) => invalid(path.child('name'), name, problem)))
  }
  if (!namespace) return [...errors, required(path.child('namespace'), 'must specify namespace for service account')]
  const problems = validateNamespaceName(namespace, false)
  return [...errors, ...problems.map((problem) => invalid(path.child('namespace'), namespace, problem))]
}

const maxMatchingPrecedence = 10_000
const distinguisherMethods = ['ByNamespace', 'ByUser']

const everything: Omit<PolicyRulesWithSubjects, 'subjects'> = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
}

function groups(...names: readonly string[]): PolicyRulesWithSubjects['subjects'] {
  return names.map((name) => ({ kind: 'Group', group: { name } }))
}

/** The schemas whose spec is fixed: name → spec. */
const mandatorySpecs: ReadonlyMap<string, () => FlowSchemaSpec> = /* @__PURE__ */ new Map([
  [
    'exempt',
    () => ({
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [{ subjects: groups('system:masters'), ...everything }],
    }),
  ],
  [
    'catch-all',
    () => ({
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...everything }],
    }),
  ],
])

/** Checks a FlowSchema, new or changed. */
export function validateFlowSchema(schema: FlowSchema): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const name = schema.metadata?.name ?? ''
  const spec = schema.spec ?? ({} as FlowSchemaSpec)
  const errors = validateObjectMeta(schema.metadata, rules, fieldPath('metadata'))
  appendAll(errors, validateSpec(name, spec, fieldPath('spec')))
  const mandatory = mandatorySpecs.get(name)?.()
  if (mandatory !== undefined && !deepEqual(flowSchemaSpecDescriptor, spec, mandatory)) {
    const detail = `spec of '${name}' must equal the fixed value`
    errors.push(invalidInternal(fieldPath('spec'), { type: flowSchemaSpecDescriptor, value: spec }, detail))
  }
  return [...errors, ...validateFlowSchemaStatus(schema)]
}

/** Checks the status of a FlowSchema. */
export function validateFlowSchemaStatus({ status }: FlowSchema): readonly FieldError[] {
  return validateFlowControlConditions(status?.conditions, fieldPath('status', 'conditions'))
}

function validateSpec(name: string, spec: FlowSchemaSpec, path: FieldPath): FieldError[] {
  return [
    ...precedenceErrors(name, spec.matchingPrecedence ?? 0, path.child('matchingPrecedence')),
    ...distinguisherErrors(spec, path.child('distinguisherMethod', 'type')),
    ...priorityLevelErrors(spec.priorityLevelConfiguration?.name, path.child('priorityLevelConfiguration', 'name')),
    ...structsOf(spec.rules).flatMap((rule, i) => validateRule(rule, path.child('rules').index(i))),
  ]
}

function precedenceErrors(name: string, precedence: number, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (precedence <= 0) errors.push(invalid(path, precedence, 'must be a positive value'))
  if (precedence > maxMatchingPrecedence) {
    errors.push(invalid(path, precedence, `must not be greater than ${maxMatchingPrecedence}`))
  }
  if (precedence === 1 && name !== 'exempt') {
    errors.push(invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"))
  }
  return errors
}

function distinguisherErrors({ distinguisherMethod: method }: FlowSchemaSpec, path: FieldPath): FieldError[] {
  if (!isSet(method) || distinguisherMethods.includes(method.type ?? '')) return []
  const valueText = internalText(flowDistinguisherMethodDescriptor, method)
  return [notSupported(path, method, distinguisherMethods).with({ valueText })]
}

function priorityLevelErrors(name: string | null | undefined, path: FieldPath): FieldError[] {
  if (!name) return [required(path, 'must reference a priority level')]
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function validateRule(rule: PolicyRulesWithSubjects, path: FieldPath): FieldError[] {
  const subjects = structsOf(rule.subjects)
  const resourceRules = structsOf(rule.resourceRules)
  const nonResourceRules = structsOf(rule.nonResourceRules)
  const errors = subjects.flatMap((subject, i) => validateFlowSchemaSubject(subject, path.child('subjects').index(i)))
  if (subjects.length === 0) errors.push(required(path.child('subjects'), 'subjects must contain at least one value'))
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'))
  }
  return [
    ...errors,
    ...resourceRules.flatMap((each, i) => validateResourcePolicyRule(each, path.child('resourceRules').index(i))),
    ...nonResourceRules.flatMap((each, i) =>
      validateNonResourcePolicyRule(each, path.child('nonResourceRules').index(i)),
    ),
  ]
}
