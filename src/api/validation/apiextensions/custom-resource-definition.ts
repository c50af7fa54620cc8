import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { isDNS1035Label, isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { customResourceDefinitionVersionDescriptor as definitionVersion } from '../../apiextensions/v1/descriptors.gen.js'
import type { CustomResourceDefinition } from '../../apiextensions/v1/types.gen.js'
import { customResourceDefinitionVersionDescriptor } from '../../apiextensions/v1beta1/descriptors.gen.js'
import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '../../apiextensions/v1beta1/types.gen.js'
import { oldDefinitionSpec } from '../../conversion/custom-resource-definition.js'
import { isSet, structsOf, textsOf } from '../go-values.js'
import { internalText } from '../internal-text.js'
import { approvalErrors } from './api-approval.js'
import { validateConversion } from './definition-conversion.js'
import { validateDefinitionNames } from './definition-names.js'
import { validateColumn, validateSubresources } from './definition-parts.js'
import { validateDefinitionSchema } from './definition-schema.js'
import { validateSelectableFields } from './selectable-fields.js'

const spec = /* @__PURE__ */ fieldPath('spec')
const scopes = ['Cluster', 'Namespaced']
const maxWarningLength = 256

type Spec = Partial<CustomResourceDefinitionSpec>

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
    ...specErrors(given, unknownBefore),
    ...validateConversion(definition.spec?.conversion, spec.child('conversion')),
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
  return [
    ...validateObjectMetaUpdate(definition.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...specErrors(given, comparison(definition, old)),
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
    ...approvalErrors(definition, old),
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

/** The form that a server holds: common fields of all versions are beside them. */
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

/** Facts about the old definition in an update. */
interface Comparison {
  /** Names of versions whose schema has not changed. */
  readonly sameSchemas: ReadonlySet<string>
  /** Names of versions that had too many selectable fields before, and have the same now. */
  readonly sameFields: ReadonlySet<string>
}

const unknownBefore: Comparison = { sameSchemas: /* @__PURE__ */ new Set(), sameFields: /* @__PURE__ */ new Set() }

function comparison(definition: CustomResourceDefinition, old: CustomResourceDefinition): Comparison {
  const before = new Map(structsOf(old.spec?.versions).map((version) => [version.name ?? '', version]))
  const [sameSchemas, sameFields] = [new Set<string>(), new Set<string>()]
  for (const version of structsOf(definition.spec?.versions)) {
    const name = version.name ?? ''
    const other = before.get(name)
    if (other === undefined) continue
    const same = (field: 'schema' | 'selectableFields') =>
      deepEqual(definitionVersion, { [field]: version[field] }, { [field]: other[field] })
    if (same('schema')) sameSchemas.add(name)
    if ((other.selectableFields ?? []).length > 8 && same('selectableFields')) sameFields.add(name)
  }
  return { sameSchemas, sameFields }
}

function specErrors(given: Spec, before: Comparison): FieldError[] {
  const versions = structsOf(given.versions)
  const hasSchema = isSet(given.validation?.openAPIV3Schema)
  const withoutSchema = hasSchema
    ? []
    : [...versions.entries()].filter(([, { schema }]) => !isSet(schema?.openAPIV3Schema))
  return [
    ...groupErrors(given.group ?? ''),
    ...scopeErrors(given.scope ?? ''),
    ...withoutSchema.map(([i]) => required(spec.child('versions').index(i).child('schema', 'openAPIV3Schema'), '')),
    ...versions.flatMap((version, i) => versionErrors(version, spec.child('versions').index(i), { given, before })),
    ...versionListErrors(versions),
    ...firstVersionErrors(given.version ?? ''),
    ...(['plural', 'singular', 'kind', 'listKind'] as const)
      .filter((name) => !given.names?.[name])
      .map((name) => required(spec.child('names', name), '')),
    ...validateDefinitionNames(given.names, spec.child('names')),
    ...validateDefinitionSchema(given.validation, spec.child('validation'), {
      hasStatus: [given, ...versions].some(({ subresources }) => isSet(subresources?.status)),
      ignoreCost: before.sameSchemas.has(given.version ?? ''),
    }),
    ...validateSubresources(given.subresources, spec.child('subresources')),
    ...structsOf(given.additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, spec.child('additionalPrinterColumns').index(i)),
    ),
    ...validateSelectableFields(given.selectableFields, spec, {
      schema: given.validation?.openAPIV3Schema,
      withoutSchema: 'may only be set when validations.schema is included',
      allowTooMany: before.sameFields.has(given.version ?? ''),
    }),
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

interface SpecContext {
  readonly given: Spec
  readonly before: Comparison
}

function versionErrors(
  version: CustomResourceDefinitionVersion,
  path: FieldPath,
  { given, before }: SpecContext,
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
      ignoreCost: before.sameSchemas.has(name),
    }),
    ...validateSubresources(subresources, path.child('subresources')),
    ...structsOf(additionalPrinterColumns).flatMap((column, i) =>
      validateColumn(column, path.child('additionalPrinterColumns').index(i)),
    ),
    ...validateSelectableFields(selectableFields, path, {
      schema: schema?.openAPIV3Schema,
      withoutSchema: 'may only be set when `version.schema.openAPIV3Schema` is not included',
      allowTooMany: before.sameFields.has(name),
    }),
  ]
}

function deprecationErrors(version: CustomResourceDefinitionVersion, path: FieldPath): FieldError[] {
  const { deprecated, deprecationWarning: warning } = version
  if (!isSet(warning)) return []
  const problems = deprecated ? warningProblems(warning) : ['can only be set for deprecated versions']
  return problems.map((problem) => invalid(path, warning, problem))
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

function versionListErrors(versions: readonly CustomResourceDefinitionVersion[]): FieldError[] {
  const wrong = (detail: string) =>
    invalid(spec.child('versions'), versions, detail).with({ valueText: versionListText(versions) })
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
  return versions.length === 0 ? 'null' : `[${texts.join(',')}]`
}

function firstVersionErrors(version: string): FieldError[] {
  const problems = version === '' ? [] : isDNS1035Label(version)
  return problems.length === 0 ? [] : [invalid(spec.child('version'), version, problems.join(','))]
}

function preservingErrors({ preserveUnknownFields }: Spec): FieldError[] {
  if (!preserveUnknownFields) return []
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [invalid(spec.child('preserveUnknownFields'), true, detail)]
}
