import { goFieldName } from '../../../descriptor/go-field-name.js'
import { isMachineryError } from '../../../errors/machinery-error.js'
import { validateDefaults } from '../../../openapi/custom-resource/validate-defaults.js'
import type { JSONSchemaProps } from '../../../openapi/json-schema-props.js'
import { newStructural } from '../../../openapi/structural/new-structural.js'
import type { Structural } from '../../../openapi/structural/structural.js'
import { validateStructural } from '../../../openapi/structural/validate-structural.js'
import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { jsonSchemaPropsDescriptor } from '../v1beta1/descriptors.gen.js'
import type { DefinitionRequirements } from './definition-requirements.js'
import { costText } from './schema/cost-text.js'
import { SchemaContext, schemaCostLimit } from './schema/schema-context.js'
import { SchemaChecker } from './schema/schema-errors.js'

/** How the schema of a version is checked. */
export interface SchemaOptions {
  readonly hasStatus: boolean
  /** The schema has not changed: single rules may cost more than new ones. */
  readonly ignoreCost: boolean
  /** What else is required; `structure` if the schema must be structural. */
  readonly requirements: DefinitionRequirements
}

/** Checks the schema of a version: its root, its structure, its defaults, its keywords, its rules and what they cost. */
export function validateDefinitionSchema(
  given: { readonly openAPIV3Schema?: unknown } | null | undefined,
  path: FieldPath,
  { hasStatus, ignoreCost, requirements }: SchemaOptions,
): FieldError[] {
  const schema = given?.openAPIV3Schema as JSONSchemaProps | null | undefined
  if (!isSet(schema)) return []
  const at = path.child('openAPIV3Schema')
  const errors = hasStatus ? rootErrors(schema, path) : []
  if (schema.nullable)
    errors.push(forbidden(path.child('openAPIV3Schema.nullable'), 'nullable cannot be true at the root'))
  const { structural, problem, errors: structure } = structureErrors(schema, at, requirements)
  errors.push(...structure)
  const context = structural !== undefined && structure.length === 0 ? new SchemaContext(structural) : undefined
  const checker = new SchemaChecker({ ignoreCost, requirements })
  checkAll(() => checker.check(schema, at, context), problem)
  errors.push(...checker.errors.schema, ...checker.errors.rules)
  if (errors.length === 0 && problem !== undefined) errors.push(invalid(at, '', problem))
  return context === undefined ? errors : [...errors, ...totalErrors(context, at)]
}

/** Structural problems that are reported as keywords; others mean that a schema is malformed or too large. */
const ofKeyword = /not supported|must be a schema|must be true/

/** Checks keywords and rules. After a forbidden keyword there may be malformed parts that were not checked yet. */
function checkAll(work: () => void, problem: string | undefined): void {
  if (problem !== undefined && !ofKeyword.test(problem)) return
  try {
    work()
  } catch (error) {
    if (problem === undefined || !(error instanceof RangeError || error instanceof TypeError)) throw error
  }
}

interface Structure {
  /** Undefined where there is a problem. */
  readonly structural?: Structural
  readonly errors: readonly FieldError[]
  readonly problem?: string
}

function structureErrors(
  schema: JSONSchemaProps,
  path: FieldPath,
  { structure, prunedDefaults }: DefinitionRequirements,
): Structure {
  if (!structure) return { errors: [] }
  try {
    const structural = newStructural(schema)
    const errors = validateStructural(structural, path)
    return {
      structural,
      errors: errors.length > 0 ? errors : validateDefaults(structural, { path, requirePruned: prunedDefaults }),
    }
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return { errors: [], problem: error.message }
  }
}

function totalErrors({ total }: SchemaContext, path: FieldPath): FieldError[] {
  if (total.total <= schemaCostLimit) return []
  const part = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
  return [
    ...total.mostExpensive.map((expensive) => forbidden(expensive.path, part)),
    forbidden(path, costText(what, total.total, schemaCostLimit)),
  ]
}

const allowedAtRoot =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations'

/** With a status subresource, only few keywords are allowed at the root of a schema. */
function rootErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const allowed = new Set(allowedAtRoot.split(' '))
  for (const { name, pointer, type } of jsonSchemaPropsDescriptor.properties) {
    const value = (schema as Readonly<Record<string, unknown>>)[name]
    const isGiven = pointer || type.kind === 'list' || type.kind === 'map' ? isSet(value) : Boolean(value)
    const goName = goFieldName(name)
    if (name === 'type') {
      if (schema.type === 'object' || !isGiven) continue
      const detail =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
      return [invalid(path.child('openAPIV3Schema.type'), schema.type, detail)]
    }
    if (!isGiven || allowed.has(goName)) continue
    const detail = `only [${allowedAtRoot}] fields are allowed at the root of the schema if the status subresource is enabled`
    return [invalidInternal(path.child('openAPIV3Schema'), { type: jsonSchemaPropsDescriptor, value: schema }, detail)]
  }
  return []
}
