import { createHash } from 'node:crypto'
import type { JSONObject } from 'apimachinery/json'
import type { OpenAPISchema } from 'apimachinery/openapi'
import type { DocumentInfo } from './document-v3.js'
import {
  commonParameters,
  type Operation,
  type OperationParameter,
  type OperationPaths,
  ownParameters,
  type SchemaTarget,
} from './operation.js'

/** The OpenAPI v2 document of all paths. Parameters that occur again and again stand in one place. */
export function documentV2(
  info: DocumentInfo,
  paths: OperationPaths,
  definitions: Readonly<Record<string, OpenAPISchema>>,
): JSONObject {
  const shared = new SharedParameters(paths)
  const items = [...paths].map(([path, operations]) => [path, pathItem(operations, shared)] as const)
  return {
    swagger: '2.0',
    info: { ...info },
    paths: Object.fromEntries(items),
    definitions: { ...definitions },
    parameters: shared.definitions(),
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  }
}

/** Parameters that several paths have. */
class SharedParameters {
  readonly #names = new Map<string, string>()
  readonly #definitions: JSONObject = {}

  constructor(paths: OperationPaths) {
    const seen = new Map<string, number>()
    for (const operations of paths.values()) {
      for (const { parameters } of operations) {
        for (const each of parameters) {
          const text = JSON.stringify(parameter(each))
          seen.set(text, (seen.get(text) ?? 0) + 1)
        }
      }
    }
    for (const [text, count] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (count < 2) continue
      const { name } = JSON.parse(text) as { name: string }
      const key = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`
      this.#names.set(text, key)
      this.#definitions[key] = JSON.parse(text) as JSONObject
    }
  }

  definitions(): JSONObject {
    return this.#definitions
  }

  /** The parameter, or a reference to it. */
  refer(each: OperationParameter): JSONObject {
    const written = parameter(each)
    const key = this.#names.get(JSON.stringify(written))
    return key === undefined ? written : { $ref: `#/parameters/${key}` }
  }
}

function pathItem(operations: readonly Operation[], shared: SharedParameters): JSONObject {
  const common = commonParameters(operations)
  const item: JSONObject = {}
  for (const operation of operations) item[operation.method] = operationItem(operation, common, shared)
  if (common.length > 0) item.parameters = common.map((each) => shared.refer(each))
  return item
}

function operationItem(
  operation: Operation,
  common: readonly OperationParameter[],
  shared: SharedParameters,
): JSONObject {
  const { description, consumes, produces, tag, id, body, action, kind } = operation
  const parameters = ownParameters(operation, common).map((each) => shared.refer(each))
  if (body !== undefined) {
    parameters.unshift({
      name: 'body',
      in: 'body',
      ...(body.required && { required: true }),
      schema: schemaOf(body.schema),
    })
  }
  return {
    description,
    consumes: [...consumes],
    produces: [...produces],
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters }),
    responses: responses(operation),
    ...(action !== undefined && { 'x-kubernetes-action': action }),
    ...(kind !== undefined && {
      'x-kubernetes-group-version-kind': { group: kind.group, kind: kind.kind, version: kind.version },
    }),
  }
}

function responses({ responses: byCode }: Operation): JSONObject {
  const all: JSONObject = {}
  for (const [code, { description, schema }] of byCode) {
    all[String(code)] = { description, schema: schemaOf(schema) }
  }
  all['401'] = { description: 'Unauthorized' }
  return all
}

function schemaOf(target: SchemaTarget): JSONObject {
  if (target === 'string') return { type: 'string' }
  const name = typeof target === 'string' ? target : target.descriptor.name
  return { $ref: `#/definitions/${name}` }
}

function parameter({ name, in: place, type, description }: OperationParameter): JSONObject {
  return {
    uniqueItems: true,
    type,
    ...(description !== undefined && { description }),
    name,
    in: place,
    ...(place === 'path' && { required: true }),
  }
}
