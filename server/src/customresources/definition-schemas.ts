import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import {
  type JSONSchemaProps,
  newStructural,
  type OpenAPISchema,
  type OpenAPIVersion,
  openAPIDefinitions,
  validateStructural,
} from 'apimachinery/openapi'
import { publishedListSchema, publishedSchema } from './published-schema.js'

/**
 * The OpenAPI definitions of one version of a custom resource and of its list.
 *
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder.
 */
export function definitionSchemas(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
  openAPI: OpenAPIVersion,
): Record<string, OpenAPISchema> {
  const { group } = spec
  const { kind, plural, listKind = `${kind}List` } = { ...spec.names, ...status?.acceptedNames }
  const name = (each: string) => `${group.split('.').toReversed().join('.')}.${version.name}.${each}`
  const extensions = (each: string): OpenAPISchema => ({
    'x-kubernetes-group-version-kind': [{ group, kind: each, version: version.name }],
    ...selectable(version),
  })
  const props = documentedSchema({ spec, status }, version, openAPI)
  const list = publishedListSchema({ kind, listKind, plural, item: name(kind) }, openAPI)
  return {
    [name(kind)]: { ...publishedSchema(props, openAPI), ...extensions(kind) },
    [name(listKind)]: { ...list, ...extensions(listKind) },
  }
}

/** The schema of a version; undefined for one that is not structural, which an old release stored. */
function documentedSchema(
  { spec, status }: Pick<CustomResourceDefinition, 'spec' | 'status'>,
  { schema }: CustomResourceDefinitionVersion,
  openAPI: OpenAPIVersion,
): JSONSchemaProps | undefined {
  const props: JSONSchemaProps | undefined = schema?.openAPIV3Schema
  if (props === undefined || !isSuspect(status)) return props
  if (openAPI === 'v2' && spec.preserveUnknownFields === true) return undefined
  return isStructural(props) ? props : undefined
}

/** Only a definition with this condition can have another schema than a structural one. */
function isSuspect(status: CustomResourceDefinition['status']): boolean {
  return status?.conditions?.some(({ type }) => type === 'NonStructuralSchema') === true
}

function isStructural(props: JSONSchemaProps): boolean {
  try {
    return validateStructural(newStructural(props)).length === 0
  } catch {
    return false
  }
}

function selectable({ selectableFields }: CustomResourceDefinitionVersion): OpenAPISchema {
  if ((selectableFields ?? []).length === 0) return {}
  const fields = (selectableFields ?? []).map(({ jsonPath }) => ({ fieldPath: jsonPath.replace(/^\./, '') }))
  return { 'x-kubernetes-selectable-fields': fields }
}

/** The definitions that field managers merge by: those of all versions, and what they refer to. */
export function mergeDefinitions(definition: CustomResourceDefinition): Record<string, OpenAPISchema> {
  const definitions = openAPIDefinitions([{ descriptor: PartialObjectMetadata.descriptor }], 'v3')
  for (const version of definition.spec.versions) {
    Object.assign(definitions, definitionSchemas(definition, version, 'v3'))
  }
  return definitions
}
