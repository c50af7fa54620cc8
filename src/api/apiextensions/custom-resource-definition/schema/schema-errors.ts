import type { JSONSchemaProps } from '../../../../openapi/json-schema-props.js'
import { type FieldError, forbidden, invalid } from '../../../../validation/field-error.js'
import type { FieldPath } from '../../../../validation/field-path.js'
import { isSet, structsOf } from '../../../validation/go-values.js'
import type { DefinitionRequirements } from '../definition-requirements.js'
import type { SchemaContext } from './schema-context.js'
import { keywordErrors, type SchemaPlace } from './schema-keywords.js'
import { collectionErrors } from './schema-lists.js'
import { ruleErrors, ruleTextErrors, structureOf } from './schema-rules.js'

const metaFields = ['metadata', 'kind', 'apiVersion']

/** Errors of a schema and of all below it; those of rules come last. */
export interface SchemaErrors {
  readonly schema: FieldError[]
  readonly rules: FieldError[]
}

/** One schema in its place. */
interface Place {
  readonly path: FieldPath
  readonly around: SchemaPlace
  /** Undefined where rules are not looked at. */
  readonly context: SchemaContext | undefined
  readonly isRoot: boolean
}

/** How a {@link SchemaChecker} checks. */
export interface CheckerOptions {
  /** Single rules may cost too much. */
  readonly ignoreCost: boolean
  readonly requirements: DefinitionRequirements
}

/** Checks the content of a custom resource's schema, beyond its structure. */
export class SchemaChecker {
  readonly errors: SchemaErrors = { schema: [], rules: [] }
  readonly #options: CheckerOptions

  constructor(options: CheckerOptions) {
    this.#options = options
  }

  /** Checks the schema of a version. @param context - undefined when the schema is not structural. */
  check(schema: JSONSchemaProps, path: FieldPath, context: SchemaContext | undefined): void {
    const anyType = !this.#options.requirements.types
    const around: SchemaPlace = { noDefault: undefined, insideMeta: false, anyType, uncorrelatable: undefined }
    this.#visit(schema, { path, around, context, isRoot: true })
  }

  #visit(schema: JSONSchemaProps | null | undefined, place: Place): void {
    if (!isSet(schema)) return
    const { path, around, context } = place
    const before = this.errors.schema.length
    const found = keywordErrors(schema, path, around)
    if (schema.uniqueItems) {
      const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
      found.push(forbidden(path.child('uniqueItems'), detail))
    }
    this.errors.schema.push(...found)
    this.#below(schema, place)
    if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
      this.errors.schema.push(
        invalid(path.child('x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined'),
      )
    }
    this.errors.schema.push(...collectionErrors(schema, path, this.#options.requirements))
    const rules = schema['x-kubernetes-validations'] ?? []
    if (rules.length === 0) return
    const rulesPath = path.child('x-kubernetes-validations')
    const structure = structureOf(schema)
    for (const [i, rule] of structsOf(rules).entries()) {
      this.errors.schema.push(...ruleTextErrors(rule, structure, rulesPath.index(i)))
    }
    if (this.errors.schema.length > before || context === undefined) return
    const { uncorrelatable } = around
    this.errors.rules.push(...ruleErrors(schema, rulesPath, { context, uncorrelatable, ...this.#options }))
  }

  #below(schema: JSONSchemaProps, place: Place): void {
    this.#additional(schema, place)
    this.#properties(schema, place)
    if (hasMore(schema)) this.#nested(schema, place)
    this.#items(schema, place)
    for (const [name, each] of Object.entries(schema.dependencies ?? {})) {
      if (Array.isArray(each)) continue
      const path = place.path.child('dependencies').key(name)
      this.#visit(each as JSONSchemaProps, { ...place, context: undefined, isRoot: false, path })
    }
  }

  #nested(schema: JSONSchemaProps, place: Place): void {
    const nested = { ...place, context: undefined, isRoot: false }
    const at = (keyword: string) => place.path.child(keyword)
    this.#visit(schema.not, { ...nested, path: at('not') })
    for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
      for (const [i, each] of (schema[keyword] ?? []).entries())
        this.#visit(each ?? {}, { ...nested, path: at(keyword).index(i) })
    }
    for (const [name, each] of Object.entries(schema.definitions ?? {})) {
      this.#visit(each ?? {}, { ...nested, path: at('definitions').key(name) })
    }
  }

  #additional(schema: JSONSchemaProps, { path, around, context }: Place): void {
    const { additionalProperties: additional } = schema
    if (!isSet(additional)) return
    const at = path.child('additionalProperties')
    if (Object.keys(schema.properties ?? {}).length > 0 && additional !== true) {
      this.errors.schema.push(forbidden(at, 'additionalProperties and properties are mutual exclusive'))
    }
    if (typeof additional === 'boolean' || context?.hasPlainAdditional() === true) return
    const noDefault = around.insideMeta ? 'inside additionalProperties applying to object metadata' : around.noDefault
    this.#visit(additional, {
      path: at,
      around: { ...around, noDefault },
      context: context?.additional(),
      isRoot: false,
    })
  }

  #properties(schema: JSONSchemaProps, { path, isRoot, context, around: given }: Place): void {
    const { properties } = schema
    if (!isSet(properties)) return
    const mapType = schema['x-kubernetes-map-type']
    const hasNone = isSet(mapType) && mapType !== 'granular' && mapType !== 'atomic'
    const around = hasNone ? withoutCounterpart(given, path) : given
    const hasMeta = isRoot || schema['x-kubernetes-embedded-resource'] === true
    const at = path.child('properties')
    for (const name of Object.keys(properties)) {
      if (context?.isPlainProperty(name) === true) continue
      const property = properties[name] ?? {}
      const inMeta = hasMeta && metaFields.includes(name)
      this.#visit(property, {
        path: at.key(name),
        around: inMeta ? { ...around, insideMeta: true, ...(isRoot && { noDefault: `in top-level ${name}` }) } : around,
        context: context?.property(name),
        isRoot: false,
      })
    }
  }

  #items({ items, 'x-kubernetes-list-type': listType }: JSONSchemaProps, place: Place): void {
    if (!isSet(items) || place.context?.hasPlainItems() === true) return
    const around = listType === 'map' ? place.around : withoutCounterpart(place.around, place.path)
    const at = place.path.child('items')
    const visit = (schema: JSONSchemaProps, path: FieldPath) =>
      this.#visit(schema, { path, around, context: place.context?.items(), isRoot: false })
    if (!Array.isArray(items)) visit(items as JSONSchemaProps, at)
    else for (const [i, each] of items.entries()) visit(each, at.index(i))
  }
}

function hasMore({ not, allOf, oneOf, anyOf, definitions }: JSONSchemaProps): boolean {
  return [not, allOf, oneOf, anyOf, definitions].some(isSet)
}

function withoutCounterpart(around: SchemaPlace, path: FieldPath): SchemaPlace {
  return around.uncorrelatable === undefined ? { ...around, uncorrelatable: path } : around
}
