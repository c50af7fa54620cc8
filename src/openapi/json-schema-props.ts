import type { JSONValue } from '../json/json-value.js'

/** One rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string
  readonly message?: string | undefined
  readonly messageExpression?: string | undefined
  readonly reason?: string | undefined
  readonly fieldPath?: string | undefined
  readonly optionalOldSelf?: boolean | undefined
}

/**
 * The schema of a CustomResourceDefinition, as in YAML or JSON: the part of OpenAPI v3 that Kubernetes supports and its
 * extensions. `JSONSchemaProps` of `apimachinery/api/apiextensions/v1` has this shape.
 */
export interface JSONSchemaProps {
  readonly id?: string | undefined
  readonly $schema?: string | undefined
  readonly $ref?: string | undefined
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly format?: string | undefined
  readonly title?: string | undefined
  readonly default?: JSONValue | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMaximum?: boolean | undefined
  readonly minimum?: number | undefined
  readonly exclusiveMinimum?: boolean | undefined
  readonly maxLength?: number | undefined
  readonly minLength?: number | undefined
  readonly pattern?: string | undefined
  readonly maxItems?: number | undefined
  readonly minItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly multipleOf?: number | undefined
  readonly enum?: readonly JSONValue[] | undefined
  readonly maxProperties?: number | undefined
  readonly minProperties?: number | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JSONSchemaProps | readonly JSONSchemaProps[] | undefined
  readonly allOf?: readonly JSONSchemaProps[] | undefined
  readonly oneOf?: readonly JSONSchemaProps[] | undefined
  readonly anyOf?: readonly JSONSchemaProps[] | undefined
  readonly not?: JSONSchemaProps | undefined
  readonly properties?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly additionalProperties?: JSONSchemaProps | boolean | undefined
  readonly patternProperties?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly dependencies?: Readonly<Record<string, JSONSchemaProps | readonly string[]>> | undefined
  readonly additionalItems?: JSONSchemaProps | boolean | undefined
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>> | undefined
  readonly externalDocs?: { readonly description?: string | undefined; readonly url?: string | undefined } | undefined
  readonly example?: JSONValue | undefined
  readonly nullable?: boolean | undefined
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean | undefined
  readonly 'x-kubernetes-embedded-resource'?: boolean | undefined
  readonly 'x-kubernetes-int-or-string'?: boolean | undefined
  readonly 'x-kubernetes-list-map-keys'?: readonly string[] | undefined
  readonly 'x-kubernetes-list-type'?: string | undefined
  readonly 'x-kubernetes-map-type'?: string | undefined
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[] | undefined
}
