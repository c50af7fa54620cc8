import { isMachineryError } from '../../../errors/machinery-error.js'
import { validateDefaults } from '../../../openapi/custom-resource/validate-defaults.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { newStructural } from '../../../openapi/structural/new-structural.js'
import { validateStructural } from '../../../openapi/structural/validate-structural.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { CustomResourceDefinition } from '../../apiextensions/v1/types.gen.js'
import { customResourceDefinitionVersionDescriptor } from '../../apiextensions/v1beta1/descriptors.gen.js'
import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../../apiextensions/v1beta1/types.gen.js'
import { oldDefinitionSpec } from '../../conversion/custom-resource-definition.js'
import { isSet, structsOf, textsOf } from '../go-values.js'
import { internalText } from '../internal-text.js'
import { validateConversion } from './definition-conversion.js'
import { validateDefinitionNames } from './definition-names.js'
import { validateColumn, validateSubresources } from './definition-parts.js'

const spec = /* @__PURE__ */ fieldPath('spec')
const scopes = ['Cluster', 'Namespaced']
const maxWarningLength = 256

type Spec = Partial<CustomResourceDefinitionSpec>

/**
 * Checks a new CustomResourceDefinition: names, versions, columns, subresources, conversion, structural schemas and their
 * defaults.
 * Rules of schemas and selectable fields are not looked at.
 */
export function validateCustomResourceDefinition(definition: CustomResourceDefinition): readonly FieldError[] {
  const given = specOf(definition)
  const expected = `${given.names?.plural ?? ''}.${given.group ?? ''}`
  const validateName = (name: string, prefix: boolean) => [
    ...nameIsDNSSubdomain(name, prefix),
    ...(name === expected ? [] : ['must be spec.names.plural+"."+spec.group']),
  ]
  return [
    ...validateObjectMeta(definition.metadata ?? {}, { requiresNamespace: false, validateName }, fieldPath('metadata')),
    ...specErrors(given),
    ...validateConversion(definition.spec?.conversion, spec.child('conversion')),
    ...statusErrors(definition),
    ...preservingErrors(given),
  ]
}

/** Checks a changed CustomResourceDefinition. */
export function validateCustomResourceDefinitionUpdate(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition,
): readonly FieldError[] {
  const [given, before] = [specOf(definition), specOf(old)]
  const conditions = structsOf(old.status?.conditions)
  const isEstablished = conditions.some(({ type, status }) => type === 'Established' && status === 'True')
  const [names, oldNames] = [given.names, before.names]
  return [
    ...validateObjectMetaUpdate(definition.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...specErrors(given),
    ...validateConversion(definition.spec?.conversion, spec.child('conversion')),
    ...(isEstablished
      ? [
          ...validateImmutableField(given.scope, before.scope, spec.child('scope')),
          ...validateImmutableField(names?.kind, oldNames?.kind, spec.child('names', 'kind')),
        ]
      : []),
    ...validateImmutableField(given.group, before.group, spec.child('group')),
    ...validateImmutableField(names?.plural, oldNames?.plural, spec.child('names', 'plural')),
    ...statusErrors(definition),
    ...preservingErrors(given),
  ]
}

/** Checks a changed status. */
export function validateCustomResourceDefinitionStatus(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(definition.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...validateDefinitionNames(definition.status?.acceptedNames, fieldPath('status', 'acceptedNames')),
  ]
}

/** The form that a server holds: what all versions share stands beside them. */
function specOf({ spec: given }: CustomResourceDefinition): Spec {
  const filled = isSet(given) ? { ...given, versions: [...structsOf(given.versions)] } : undefined
  const old: Spec = oldDefinitionSpec(filled) ?? {}
  const [first] = structsOf(old.versions)
  return { ...old, ...(first !== undefined && { version: first.name ?? '' }) }
}

function statusErrors({ spec: given, status }: CustomResourceDefinition): FieldError[] {
  const path = fieldPath('status', 'storedVersions')
  const names = validateDefinitionNames(status?.acceptedNames, fieldPath('status', 'acceptedNames'))
  const stored = textsOf(status?.storedVersions)
  if (stored.length === 0) {
    return [...names, invalid(path, status?.storedVersions ?? null, 'must have at least one stored version')]
  }
  const versions = structsOf(given?.versions)
  const missing = versions.filter(({ name = '', storage }) => storage && !stored.includes(name))
  const gone = [...stored.entries()].filter(([, name]) => !versions.some((version) => version.name === name))
  return [
    ...names,
    ...missing.map(({ name = '' }) => invalid(path, stored, `must have the storage version ${name}`)),
    ...gone.map(([i, name]) => {
      const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
      return invalid(path.index(i), name, detail)
    }),
  ]
}

function specErrors(given: Spec): FieldError[] {
  const versions = structsOf(given.versions)
  const hasSchema = isSet(given.validation?.openAPIV3Schema)
  const withoutSchema = hasSchema
    ? []
    : [...versions.entries()].filter(([, { schema }]) => !isSet(schema?.openAPIV3Schema))
  return [
    ...groupErrors(given.group ?? ''),
    ...scopeErrors(given.scope ?? ''),
    ...withoutSchema.map(([i]) => required(spec.child('versions').index(i).child('schema', 'openAPIV3Schema'), '')),
    ...versions.flatMap((version, i) => versionErrors(version, spec.child('versions').index(i))),
    ...versionListErrors(versions),
    ...firstVersionErrors(given.version ?? ''),
    ...(['plural', 'singular', 'kind', 'listKind'] as const)
      .filter((name) => !given.names?.[name])
      .map((name) => required(spec.child('names', name), '')),
    ...validateDefinitionNames(given.names, spec.child('names')),
    ...schemaErrors(given.validation?.openAPIV3Schema, spec.child('validation')),
    ...validateSubresources(given.subresources, spec.child('subresources')),
    ...structsOf(given.additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, spec.child('additionalPrinterColumns').index(i)),
    ),
  ]
}

function groupErrors(group: string): FieldError[] {
  const path = spec.child('group')
  if (group === '') return [required(path, '')]
  const problems = isDNS1123Subdomain(group)
  if (problems.length > 0) return [invalid(path, group, problems.join(','))]
  return group.includes('.') ? [] : [invalid(path, group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [required(spec.child('scope'), '')]
  return scopes.includes(scope) ? [] : [notSupported(spec.child('scope'), scope, scopes)]
}

function versionErrors(version: CustomResourceDefinitionVersion, path: FieldPath): FieldError[] {
  const { name = '', schema, subresources, additionalPrinterColumns } = version
  const problems = isDNS1035Label(name)
  return [
    ...(problems.length > 0 ? [invalid(path.child('name'), name, problems.join(','))] : []),
    ...deprecationErrors(version, path.child('deprecationWarning')),
    ...schemaErrors(schema?.openAPIV3Schema, path.child('schema')),
    ...validateSubresources(subresources, path.child('subresources')),
    ...structsOf(additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, path.child('additionalPrinterColumns').index(i)),
    ),
  ]
}

function deprecationErrors(version: CustomResourceDefinitionVersion, path: FieldPath): FieldError[] {
  const { deprecated, deprecationWarning: warning } = version
  if (!isSet(warning)) return []
  if (!deprecated) return [invalid(path, warning, 'can only be set for deprecated versions')]
  if (warning === '') return [invalid(path, warning, 'must not be an empty string')]
  return warning.length > maxWarningLength ? [invalid(path, warning, 'must be <= 256 characters long')] : []
}

function versionListErrors(versions: readonly CustomResourceDefinitionVersion[]): FieldError[] {
  const texts = versions.map((version) => internalText(customResourceDefinitionVersionDescriptor, version))
  const valueText = versions.length === 0 ? 'null' : `[${texts.join(',')}]`
  const wrong = (detail: string) => invalid(spec.child('versions'), versions, detail).with({ valueText })
  const names = new Set(versions.map(({ name = '' }) => name))
  return [
    ...(names.size < versions.length ? [wrong('must contain unique version names')] : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [wrong('must have exactly one version marked as storage version')]),
  ]
}

function firstVersionErrors(version: string): FieldError[] {
  const problems = version === '' ? [] : isDNS1035Label(version)
  return problems.length === 0 ? [] : [invalid(spec.child('version'), version, problems.join(','))]
}

function schemaErrors(schema: unknown, path: FieldPath): FieldError[] {
  if (!isSet(schema)) return []
  const props = schema as JSONSchemaProps
  const at = path.child('openAPIV3Schema')
  const errors = props.nullable ? [forbidden(at.child('nullable'), 'nullable cannot be true at the root')] : []
  try {
    const structural = newStructural(props)
    const problems = validateStructural(structural, at)
    return [...errors, ...(problems.length > 0 ? problems : validateDefaults(structural, { path: at }))]
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return errors.length > 0 ? errors : [invalid(at, '', error.message)]
  }
}

function preservingErrors({ preserveUnknownFields }: Spec): FieldError[] {
  if (!preserveUnknownFields) return []
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [invalid(spec.child('preserveUnknownFields'), true, detail)]
}
