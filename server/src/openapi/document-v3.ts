import type { JSONObject } from 'apimachinery/json'
import type { OpenAPISchema } from 'apimachinery/openapi'
import {
  commonParameters,
  type Operation,
  type OperationParameter,
  type OperationPaths,
  ownParameters,
  type SchemaTarget,
} from './operation.js'

/** The metadata of a document. */
export interface DocumentInfo {
  readonly title: string
  readonly version: string
}

/** An OpenAPI v3 document of some paths and the definitions that they use. */
export function documentV3(
  info: DocumentInfo,
  paths: OperationPaths,
  schemas: Readonly<Record<string, OpenAPISchema>>,
): JSONObject {
  const hasSchemas = Object.keys(schemas).length > 0
  const items = [...paths].map(([path, operations]) => [path, pathItem(operations)] as const)
  return {
    openapi: '3.0.0',
    info: { ...info },
    paths: Object.fromEntries(items),
    components: { ...(hasSchemas && { schemas: { ...schemas } }), securitySchemes: { BearerToken: bearerToken } },
  }
}

const bearerToken = { type: 'apiKey', description: 'Bearer Token authentication', name: 'authorization', in: 'header' }

function pathItem(operations: readonly Operation[]): JSONObject {
  const common = commonParameters(operations)
  const item: JSONObject = {}
  for (const operation of operations) item[operation.method] = operationItem(operation, common)
  if (common.length > 0) item.parameters = common.map(parameter)
  return item
}

function operationItem(operation: Operation, common: readonly OperationParameter[]): JSONObject {
  const { tag, description, id, body, action, kind, consumes } = operation
  const parameters = ownParameters(operation, common)
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(parameter) }),
    ...(body !== undefined && {
      requestBody: { content: content(consumes, body.schema), ...(body.required && { required: true }) },
    }),
    responses: responses(operation),
    ...(action !== undefined && { 'x-kubernetes-action': action }),
    ...(kind !== undefined && {
      'x-kubernetes-group-version-kind': { group: kind.group, version: kind.version, kind: kind.kind },
    }),
  }
}

function responses({ responses: byCode, produces }: Operation): JSONObject {
  const all: JSONObject = {}
  for (const [code, { description, schema }] of byCode) {
    all[String(code)] = { description, content: content([...produces].sort(), schema) }
  }
  all['401'] = { description: 'Unauthorized' }
  return all
}

function content(mediaTypes: readonly string[], schema: SchemaTarget): JSONObject {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: schemaOf(schema) }]))
}

function schemaOf(target: SchemaTarget): JSONObject {
  if (target === 'string') return { type: 'string' }
  const name = typeof target === 'string' ? target : target.descriptor.name
  return { $ref: `#/components/schemas/${name}` }
}

function parameter({ name, in: place, type, description }: OperationParameter): JSONObject {
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(place === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  }
}
