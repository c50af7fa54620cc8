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

/** The OpenAPI v2 document of all paths. Repeated parameters are shared. */
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
    definitions: withoutDefaults(definitions),
    parameters: shared.definitions(),
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  }
}

/** Clients of this version take a default to say that a field may be null. Source: `PruneDefaults` of k8s.io/kube-openapi/pkg/handler. */
function withoutDefaults(schemas: Readonly<Record<string, OpenAPISchema>>): JSONObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDefault(schema)]))
}

function withoutDefault({ default: _, ...schema }: OpenAPISchema): JSONObject {
  const { items, properties, additionalProperties } = schema
  return {
    ...schema,
    ...(typeof items === 'object' && !Array.isArray(items) && { items: withoutDefault(items as OpenAPISchema) }),
    ...(properties !== undefined && { properties: withoutDefaults(properties as Record<string, OpenAPISchema>) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withoutDefault(additionalProperties as OpenAPISchema),
    }),
  }
}

/** By these older kubectls learn what an operation can do; they do not follow references. */
const detected: ReadonlySet<string> = new Set(['dryRun', 'fieldValidation'])

/** Bodies that do not depend on the kind. */
const generalBody = /^#\/definitions\/io\.k8s\.apimachinery/

/** Parameters that operations refer to. Source: `collectSharedParameters` of k8s.io/kube-openapi/pkg/builder. */
class SharedParameters {
  readonly #names = new Map<string, string>()
  readonly #definitions: JSONObject = {}

  constructor(paths: OperationPaths) {
    const seen = new Set<string>()
    for (const operation of [...paths.values()].flat()) {
      for (const each of writtenParameters(operation)) if (isShared(each)) seen.add(JSON.stringify(each))
    }
    for (const text of [...seen].sort()) {
      const { name }: { name: string } = JSON.parse(text)
      const key = `${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}`
      this.#names.set(text, key)
      this.#definitions[key] = JSON.parse(text)
    }
  }

  definitions(): JSONObject {
    return this.#definitions
  }

  /** The parameter, or a reference to it. */
  refer(written: JSONObject): JSONObject {
    const key = this.#names.get(JSON.stringify(written))
    return key === undefined ? written : { $ref: `#/parameters/${key}` }
  }
}

function isShared({ name, in: place, schema }: JSONObject): boolean {
  if (place === 'body') return generalBody.test(String((schema as JSONObject).$ref))
  return name !== 'name' && !(place === 'query' && detected.has(String(name)))
}

function writtenParameters(operation: Operation): JSONObject[] {
  const { body, parameters } = operation
  const others = parameters.map((each) => parameter(each))
  return body === undefined ? others : [bodyParameter(body), ...others]
}

function bodyParameter({ required, schema }: NonNullable<Operation['body']>): JSONObject {
  return { name: 'body', in: 'body', ...(required && { required: true }), schema: schemaOf(schema) }
}

function pathItem(operations: readonly Operation[], shared: SharedParameters): JSONObject {
  const common = commonParameters(operations)
  const item: JSONObject = {}
  for (const operation of operations) item[operation.method] = operationItem(operation, common, shared)
  if (common.length > 0) item.parameters = common.map((each) => shared.refer(parameter(each)))
  return item
}

function operationItem(
  operation: Operation,
  common: readonly OperationParameter[],
  shared: SharedParameters,
): JSONObject {
  const { description, consumes, produces, tag, id, action, kind } = operation
  const own = ownParameters(operation, common)
  const parameters = writtenParameters({ ...operation, parameters: own }).map((each) => shared.refer(each))
  return {
    description,
    ...(consumes.length > 0 && { consumes: [...consumes] }),
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
  for (const [code, { description, schema }] of byCode) all[String(code)] = { description, schema: schemaOf(schema) }
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
