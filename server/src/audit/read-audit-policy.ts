import { MachineryError, messageOf } from 'apimachinery/errors'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { type Fields, listField, objectField, stringField, textsOf, wrongType } from '../internal/file-fields.js'
import { type AuditGroupResources, AuditPolicy, type AuditPolicyRule, type AuditPolicySpec } from './audit-policy.js'
import { validateAuditPolicy } from './validate-audit-policy.js'

/**
 * Reads a policy of `audit.k8s.io/v1` from YAML or JSON. Throws `MachineryError` (`InvalidValue`) that names the fields; unknown ones are overlooked.
 *
 * Source: `LoadPolicyFromBytes` of k8s.io/apiserver/pkg/audit/policy.
 */
export function parseAuditPolicy(text: string): AuditPolicy {
  const value = decoded(() => objectField('policy', yamlToJSON(text) ?? {}))
  const { apiVersion = '' } = value
  const kind = value.kind || 'Policy'
  if (apiVersion === '')
    throw new MachineryError(
      'InvalidValue',
      'unknown group version field audit.k8s.io/__internal, Kind=Policy in policy',
    )
  if (kind !== 'Policy' || apiVersion !== 'audit.k8s.io/v1') {
    throw new MachineryError(
      'InvalidValue',
      `failed decoding: expected kind Policy of audit.k8s.io/v1, got ${kind} of ${apiVersion}`,
    )
  }
  const spec = decoded(() => specOf(value))
  const problems = validateAuditPolicy(spec)
  if (problems !== undefined) throw problems
  if (spec.rules.length === 0) throw new MachineryError('InvalidValue', 'loaded illegal policy with 0 rules')
  return new AuditPolicy(spec)
}

function decoded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new MachineryError('InvalidValue', `failed decoding: ${messageOf(error)}`, { cause: error })
  }
}

function specOf(value: Fields): AuditPolicySpec {
  const rules = listField('rules', value.rules).map((rule, index) => ruleOf(`rules[${index}]`, rule))
  return { rules, ...stagesAndFields('', value) }
}

function ruleOf(path: string, value: unknown): AuditPolicyRule {
  const rule = objectField(path, value)
  const texts = (name: string) => ({ [name]: textsOf(`${path}.${name}`, rule[name]) })
  return {
    level: stringField(`${path}.level`, rule.level) as AuditPolicyRule['level'],
    ...texts('users'),
    ...texts('userGroups'),
    ...texts('verbs'),
    ...texts('namespaces'),
    ...texts('nonResourceURLs'),
    resources: listField(`${path}.resources`, rule.resources).map((each, index) =>
      resourcesOf(`${path}.resources[${index}]`, each),
    ),
    ...stagesAndFields(`${path}.`, rule),
  }
}

function resourcesOf(path: string, value: unknown): AuditGroupResources {
  const { group, resources, resourceNames } = objectField(path, value)
  return {
    group: stringField(`${path}.group`, group),
    resources: textsOf(`${path}.resources`, resources),
    resourceNames: textsOf(`${path}.resourceNames`, resourceNames),
  }
}

function stagesAndFields(path: string, { omitStages, omitManagedFields }: Fields) {
  const stages = textsOf(`${path}omitStages`, omitStages) as NonNullable<AuditPolicySpec['omitStages']>
  if (omitManagedFields === undefined || omitManagedFields === null) return { omitStages: stages }
  if (typeof omitManagedFields !== 'boolean') throw wrongType(`${path}omitManagedFields`, 'boolean')
  return { omitStages: stages, omitManagedFields }
}
