import { deepEqual } from '../../../descriptor/deep-equal.js'
import { isMachineryError } from '../../../errors/machinery-error.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { newStructural } from '../../../openapi/structural/new-structural.js'
import { pruneDefaults } from '../../../openapi/structural/prune-defaults.js'
import type { Structural } from '../../../openapi/structural/structural.js'
import { validateStructural } from '../../../openapi/structural/validate-structural.js'
import { equalJSON } from '../../../openapi/validate/value-rules.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { customResourceDefinitionVersionDescriptor as versionDescriptor } from '../v1/descriptors.gen.js'
import type { CustomResourceDefinition } from '../v1/types.gen.js'
import type { CustomResourceDefinitionSpec } from '../v1beta1/types.gen.js'
import { caBundleErrors, hasReviewVersion } from './definition-conversion.js'
import { schemaTypes } from './schema/schema-keywords.js'
import { keyErrorsOf, setErrorsOf } from './schema/schema-lists.js'
import { type SchemaTest, schemaHas } from './schema/schema-search.js'

/** The form of a `spec` that a server holds: fields that all versions share are beside the versions. */
export type DefinitionSpec = Partial<CustomResourceDefinitionSpec>

/**
 * What a definition must keep. Of a changed one less is required: what it did not keep before, it need not keep now.
 *
 * Source: `validationOptions` of k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
 */
export interface DefinitionRequirements {
  readonly reviewVersion: boolean
  readonly validCABundle: boolean
  readonly schemas: boolean
  readonly types: boolean
  readonly structure: boolean
  readonly prunedDefaults: boolean
  readonly atomicSets: boolean
  readonly listKeys: boolean
  /** Rules and message expressions that may use functions of later releases. */
  readonly storedRules: ReadonlySet<string>
  readonly storedMessages: ReadonlySet<string>
  /** Names of versions whose schema has not changed. */
  readonly sameSchemas: ReadonlySet<string>
  /** Names of versions that had too many selectable fields before, and have the same now. */
  readonly sameFields: ReadonlySet<string>
}

const none: ReadonlySet<string> = /* @__PURE__ */ new Set()

/** What a new definition must keep. */
export const requiredOfNew: DefinitionRequirements = {
  reviewVersion: true,
  // The webhook of a definition that is not established is not called.
  validCABundle: false,
  schemas: true,
  types: true,
  structure: true,
  prunedDefaults: true,
  atomicSets: true,
  listKeys: true,
  storedRules: none,
  storedMessages: none,
  sameSchemas: none,
  sameFields: none,
}

/** A definition and its `spec` in both forms. */
export interface DefinitionForms {
  readonly definition: CustomResourceDefinition
  readonly spec: DefinitionSpec
}

/** What a changed definition must keep. */
export function requiredOfChanged(now: DefinitionForms, old: DefinitionForms): DefinitionRequirements {
  const schemas = schemasOf(old.spec)
  const lacks = (test: SchemaTest) => !schemas.some((schema) => schemaHas(schema, test))
  return {
    reviewVersion: hasReviewVersion(textsOf(old.definition.spec?.conversion?.webhook?.conversionReviewVersions)),
    validCABundle: !mayHaveInvalidBundle(old.definition),
    schemas: hasSchemas(old.spec),
    types: lacks(({ type = '' }) => Boolean(type) && !schemaTypes.includes(type)),
    structure: schemas.every((schema) => structureOf(schema) !== undefined),
    prunedDefaults: !schemas.some(hasUnprunedDefaults),
    atomicSets: lacks((schema) => setErrorsOf(schema, fieldPath('')).length > 0),
    listKeys: lacks((schema) => keyErrorsOf(schema, fieldPath('')).length > 0),
    ...storedExpressions(schemas),
    ...unchanged(now.spec, old.spec),
  }
}

/** The schemas of a `spec`, those that there are. */
export function schemasOf({ validation, versions }: DefinitionSpec): JSONSchemaProps[] {
  const all = [validation, ...structsOf(versions).map(({ schema }) => schema)]
  return all.map((each) => each?.openAPIV3Schema).filter(isSet)
}

function hasSchemas({ validation, versions }: DefinitionSpec): boolean {
  return isSet(validation?.openAPIV3Schema) || structsOf(versions).every(({ schema }) => isSet(schema?.openAPIV3Schema))
}

function mayHaveInvalidBundle({ spec, status }: CustomResourceDefinition): boolean {
  const isEstablished = structsOf(status?.conditions).some(
    (condition) => condition.type === 'Established' && condition.status === 'True',
  )
  const bundle = spec?.conversion?.webhook?.clientConfig?.caBundle
  return !isEstablished || (Boolean(bundle) && caBundleErrors(bundle, fieldPath('')).length > 0)
}

/** Undefined for a schema that is not structural. */
function structureOf(schema: JSONSchemaProps): Structural | undefined {
  try {
    const made = newStructural(schema)
    return validateStructural(made).length === 0 ? made : undefined
  } catch (error) {
    if (isMachineryError(error)) return undefined
    throw error
  }
}

function hasUnprunedDefaults(schema: JSONSchemaProps): boolean {
  if (!schemaHas(schema, (each) => isSet(each.default))) return false
  const [structure, pruned] = [structureOf(schema), structureOf(schema)]
  if (structure === undefined || pruned === undefined) return false
  pruneDefaults(pruned)
  return !sameDefaults(structure, pruned)
}

function sameDefaults(a: Structural | undefined, b: Structural | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    sameDefault(a, b) &&
    sameDefaults(a.items, b.items) &&
    sameDefaults(a.additionalProperties?.schema, b.additionalProperties?.schema) &&
    [...a.properties].every(([name, each]) => sameDefaults(each, b.properties.get(name)))
  )
}

function sameDefault({ default: a }: Structural, { default: b }: Structural): boolean {
  return a === undefined || b === undefined ? a === b : equalJSON(a, b)
}

function storedExpressions(
  schemas: readonly JSONSchemaProps[],
): Pick<DefinitionRequirements, 'storedRules' | 'storedMessages'> {
  const [storedRules, storedMessages] = [new Set<string>(), new Set<string>()]
  for (const schema of schemas) {
    schemaHas(schema, ({ 'x-kubernetes-validations': rules }) => {
      for (const { rule, messageExpression } of structsOf(rules)) {
        if (rule) storedRules.add(rule)
        if (messageExpression) storedMessages.add(messageExpression)
      }
      return false
    })
  }
  return { storedRules, storedMessages }
}

function unchanged(
  now: DefinitionSpec,
  old: DefinitionSpec,
): Pick<DefinitionRequirements, 'sameSchemas' | 'sameFields'> {
  const before = new Map(structsOf(old.versions).map((version) => [version.name ?? '', version]))
  const [sameSchemas, sameFields] = [new Set<string>(), new Set<string>()]
  const equal = (a: object, b: object) => deepEqual(versionDescriptor, a, b)
  if (tooMany(old) && equal(selectableFieldsForComparison(now), selectableFieldsForComparison(old))) sameFields.add('')
  for (const version of structsOf(now.versions)) {
    const name = version.name ?? ''
    const [schema, oldSchema] = [schemaFor(now, name), schemaFor(old, name)]
    if (schema !== undefined && oldSchema !== undefined && equal(schema, oldSchema)) sameSchemas.add(name)
    const other = before.get(name)
    if (
      other !== undefined &&
      tooMany(other) &&
      equal(selectableFieldsForComparison(version), selectableFieldsForComparison(other))
    )
      sameFields.add(name)
  }
  return { sameSchemas, sameFields }
}

type WithFields = Pick<DefinitionSpec, 'selectableFields'>

function tooMany({ selectableFields }: WithFields): boolean {
  return (selectableFields ?? []).length > 8
}

function selectableFieldsForComparison({ selectableFields }: WithFields): object {
  return { selectableFields }
}

/** The schema of a version, as a field; that of all versions holds for those to come, too. */
function schemaFor({ validation, versions }: DefinitionSpec, name: string): object | undefined {
  const all = structsOf(versions)
  if (!all.some(({ schema }) => isSet(schema))) return { schema: validation }
  const version = isSet(validation) ? undefined : all.find((each) => (each.name ?? '') === name)
  return version && { schema: version.schema }
}
