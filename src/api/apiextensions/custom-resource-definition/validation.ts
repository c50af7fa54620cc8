import { utf8Length } from '../../../internal/utf8-length.js'
import { quoteJSON } from '../../../json/quote-json.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, notSupported, required as requiredField } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import type { CustomResourceDefinition } from '../v1/types.gen.js'
import { customResourceDefinitionVersionDescriptor } from '../v1beta1/descriptors.gen.js'
import type { CustomResourceDefinitionVersion } from '../v1beta1/types.gen.js'
import { approvalErrors } from './api-approval.js'
import { oldDefinitionSpec } from './conversions.js'
import { validateConversion } from './definition-conversion.js'
import { validateDefinitionNames } from './definition-names.js'
import { validateColumn, validateSubresources } from './definition-parts.js'
import {
  type DefinitionRequirements,
  type DefinitionSpec,
  requiredOfChanged,
  requiredOfNew,
  schemasOf,
} from './definition-requirements.js'
import { validateDefinitionSchema } from './definition-schema.js'
import { schemaHas } from './schema/schema-search.js'
import { validateSelectableFields } from './selectable-fields.js'

const spec = /* @__PURE__ */ fieldPath('spec')
const scopes = ['Cluster', 'Namespaced']
const maxWarningLength = 256

/**
 * Checks a new CustomResourceDefinition: names, versions, columns, subresources, selectable fields, conversion, schemas with
 * their structure, defaults, keywords and rules, and what the rules cost by their estimates.
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
    ...specErrors(given, requiredOfNew),
    ...conversionErrors(definition, requiredOfNew),
    ...statusErrors(definition),
    ...approvalErrors(definition, undefined),
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
  const requirements = requiredOfChanged({ definition, spec: given }, { definition: old, spec: before })
  return [
    ...validateObjectMetaUpdate(definition.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...specErrors(given, requirements),
    ...conversionErrors(definition, requirements),
    ...(isEstablished
      ? [
          ...validateImmutableField(given.scope, before.scope, spec.child('scope')),
          ...validateImmutableField(names?.kind, oldNames?.kind, spec.child('names', 'kind')),
        ]
      : []),
    ...validateImmutableField(given.group, before.group, spec.child('group')),
    ...validateImmutableField(names?.plural, oldNames?.plural, spec.child('names', 'plural')),
    ...statusErrors(definition),
    ...approvalErrors(definition, old),
    ...(before.preserveUnknownFields ? [] : preservingErrors(given)),
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

/** The form that a server holds: common fields of all versions are beside them. */
function specOf({ spec: given }: CustomResourceDefinition): DefinitionSpec {
  const filled = isSet(given) ? { ...given, versions: [...structsOf(given.versions)] } : undefined
  const old: DefinitionSpec = oldDefinitionSpec(filled) ?? {}
  const [first] = structsOf(old.versions)
  const none = Array.isArray(given?.versions) && old.versions === undefined
  return { ...old, ...(none && { versions: [] }), ...(first !== undefined && { version: first.name ?? '' }) }
}

function statusErrors({ spec: given, status }: CustomResourceDefinition): FieldError[] {
  const path = fieldPath('status', 'storedVersions')
  const names = validateDefinitionNames(status?.acceptedNames, fieldPath('status', 'acceptedNames'))
  const stored = textsOf(status?.storedVersions)
  if (stored.length === 0) {
    return [...names, invalid(path, status?.storedVersions ?? null, 'must have at least one stored version')]
  }
  const left = new Map(stored.map((name, i) => [name, i]))
  const missing: FieldError[] = []
  for (const item of structsOf(given?.versions)) {
    const name = item.name ?? ''
    const { storage } = item
    if (storage && !left.has(name)) missing.push(invalid(path, stored, `must have the storage version ${name}`))
    left.delete(name)
  }
  return [
    ...names,
    ...missing,
    ...[...left].map(([name, i]) => {
      const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
      return invalid(path.index(i), name, detail)
    }),
  ]
}

/** What a `spec` is judged by. */
interface SpecContext {
  readonly given: DefinitionSpec
  readonly requirements: DefinitionRequirements
}

function specErrors(given: DefinitionSpec, required: DefinitionRequirements): FieldError[] {
  const versions = structsOf(given.versions)
  const requirements = { ...required, structure: required.structure || wantsStructure(given) }
  return [
    ...groupErrors(given.group ?? ''),
    ...scopeErrors(given.scope ?? ''),
    ...schemaPresenceErrors(given, requirements),
    ...versions.flatMap((version, i) =>
      versionErrors(version, spec.child('versions').index(i), { given, requirements }),
    ),
    ...versionListErrors(versions, Array.isArray(given.versions)),
    ...firstVersionErrors(given.version ?? ''),
    ...requiredNames.filter((name) => !given.names?.[name]).map((name) => requiredField(spec.child('names', name), '')),
    ...validateDefinitionNames(given.names, spec.child('names')),
    ...sharedErrors(given, requirements),
  ]
}

const requiredNames = ['plural', 'singular', 'kind', 'listKind'] as const

/** What all versions share. */
function sharedErrors(given: DefinitionSpec, requirements: DefinitionRequirements): FieldError[] {
  return [
    ...validateDefinitionSchema(given.validation, spec.child('validation'), {
      hasStatus: [given, ...structsOf(given.versions)].some(({ subresources }) => isSet(subresources?.status)),
      ignoreCost: requirements.sameSchemas.has(given.version ?? ''),
      requirements,
    }),
    ...validateSubresources(given.subresources, spec.child('subresources')),
    ...structsOf(given.additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, spec.child('additionalPrinterColumns').index(i)),
    ),
    ...validateSelectableFields(given.selectableFields, spec, {
      schema: given.validation?.openAPIV3Schema,
      withoutSchema: 'may only be set when validations.schema is included',
      allowTooMany: requirements.sameFields.has(''),
    }),
  ]
}

/** Pruning, defaults and extensions need schemas that are structural. */
function wantsStructure(given: DefinitionSpec): boolean {
  return !given.preserveUnknownFields || schemasOf(given).some((schema) => schemaHas(schema, hasDefaultOrExtension))
}

function hasDefaultOrExtension(schema: JSONSchemaProps): boolean {
  return (
    isSet(schema.default) ||
    schema['x-kubernetes-embedded-resource'] === true ||
    isSet(schema['x-kubernetes-preserve-unknown-fields']) ||
    schema['x-kubernetes-int-or-string'] === true ||
    structsOf(schema['x-kubernetes-validations']).length > 0 ||
    textsOf(schema['x-kubernetes-list-map-keys']).length > 0 ||
    isSet(schema['x-kubernetes-list-type'])
  )
}

function schemaPresenceErrors(given: DefinitionSpec, { schemas }: DefinitionRequirements): FieldError[] {
  const { preserveUnknownFields } = given
  const missing = isSet(given.validation?.openAPIV3Schema) || (!schemas && preserveUnknownFields) ? [] : given.versions
  const detail = schemas ? '' : 'because otherwise all fields are pruned'
  const errors = structsOf(missing).flatMap(({ served, schema }, i) =>
    isSet(schema?.openAPIV3Schema) || !(schemas || served)
      ? []
      : [requiredField(spec.child('versions').index(i).child('schema', 'openAPIV3Schema'), detail)],
  )
  if (preserveUnknownFields && schemasOf(given).some((schema) => schemaHas(schema, (each) => isSet(each.default)))) {
    const path = spec.child('preserveUnknownFields')
    errors.push(invalid(path, true, 'must be false in order to use defaults in the schema'))
  }
  return errors
}

/** Conversion by a webhook, and its fields. */
function conversionErrors(
  { spec: given }: CustomResourceDefinition,
  requirements: DefinitionRequirements,
): FieldError[] {
  const { conversion, preserveUnknownFields } = given ?? {}
  const path = spec.child('conversion')
  const errors = validateConversion(conversion, path, requirements)
  if (!isSet(conversion) || conversion.strategy === 'None' || !preserveUnknownFields) return errors
  const detail = 'must be None if spec.preserveUnknownFields is true'
  return [invalid(path.child('strategy'), conversion.strategy ?? '', detail), ...errors]
}

function groupErrors(group: string): FieldError[] {
  const path = spec.child('group')
  if (group === '') return [requiredField(path, '')]
  const problems = isDNS1123Subdomain(group)
  if (problems.length > 0) return [invalid(path, group, problems.join(','))]
  return group.includes('.') ? [] : [invalid(path, group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [requiredField(spec.child('scope'), '')]
  return scopes.includes(scope) ? [] : [notSupported(spec.child('scope'), scope, scopes)]
}

function versionErrors(
  version: CustomResourceDefinitionVersion,
  path: FieldPath,
  { given, requirements }: SpecContext,
): FieldError[] {
  const name = version.name ?? ''
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version
  const perVersion = structsOf(given.versions).some((each) => isSet(each.subresources))
  const own = perVersion ? subresources : given.subresources
  const problems = isDNS1035Label(name)
  return [
    ...(problems.length > 0 ? [invalid(path.child('name'), name, problems.join(','))] : []),
    ...deprecationErrors(version, path.child('deprecationWarning')),
    ...validateDefinitionSchema(schema, path.child('schema'), {
      hasStatus: isSet(own?.status),
      ignoreCost: requirements.sameSchemas.has(name),
      requirements,
    }),
    ...validateSubresources(subresources, path.child('subresources')),
    ...structsOf(additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, path.child('additionalPrinterColumns').index(i)),
    ),
    ...validateSelectableFields(selectableFields, path, {
      schema: schema?.openAPIV3Schema,
      withoutSchema: 'may only be set when `version.schema.openAPIV3Schema` is not included',
      allowTooMany: requirements.sameFields.has(name),
    }),
  ]
}

function deprecationErrors(version: CustomResourceDefinitionVersion, path: FieldPath): FieldError[] {
  const { deprecated, deprecationWarning: warning } = version
  if (!isSet(warning)) return []
  const problems = deprecated ? warningProblems(warning) : ['can only be set for deprecated versions']
  // A pointer in Go: its text is shown as JSON.
  return problems.map((problem) => invalid(path, warning, problem).with({ valueText: quoteJSON(warning) }))
}

const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

function warningProblems(warning: string): string[] {
  const at = notPrintable.exec(warning)?.index
  const where = at === undefined ? 0 : utf8Length(warning.slice(0, at))
  return [
    ...(utf8Length(warning) > maxWarningLength ? ['must be <= 256 characters long'] : []),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(at === undefined
      ? []
      : [`must only contain printable UTF-8 characters; non-printable character found at index ${where}`]),
  ]
}

function versionListErrors(versions: readonly CustomResourceDefinitionVersion[], isGiven: boolean): FieldError[] {
  const wrong = (detail: string) =>
    invalid(spec.child('versions'), versions, detail).with({ valueText: isGiven ? versionListText(versions) : 'null' })
  const names = new Set(versions.map(({ name }) => name ?? ''))
  return [
    ...(names.size < versions.length ? [wrong('must contain unique version names')] : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [wrong('must have exactly one version marked as storage version')]),
  ]
}

function versionListText(versions: readonly CustomResourceDefinitionVersion[]): string {
  const texts = versions.map((version) => internalText(customResourceDefinitionVersionDescriptor, version))
  return `[${texts.join(',')}]`
}

function firstVersionErrors(version: string): FieldError[] {
  const problems = version === '' ? [] : isDNS1035Label(version)
  return problems.length === 0 ? [] : [invalid(spec.child('version'), version, problems.join(','))]
}

function preservingErrors({ preserveUnknownFields }: DefinitionSpec): FieldError[] {
  if (!preserveUnknownFields) return []
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [invalid(spec.child('preserveUnknownFields'), true, detail)]
}
