import type { JSONSchemaProps } from 'apimachinery/openapi'
import type { Operation, QueryParameter } from './route.js'
import { components, status as statusSchema } from './schemas/components.js'

/** Below this path is everything but health. */
export const basePath = '/apimachinery.dev/v1'

const names = new Map(Object.entries(components).map(([name, schema]) => [schema, name]))

/** The OpenAPI 3 document of operations. Schemas that have a name are referred to. */
export function openAPIDocument(operations: readonly Operation[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of operations) {
    const path = `${basePath}${each.path}`
    paths[path] ??= {}
    paths[path][each.method.toLowerCase()] = describedOperation(each)
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Control API of test clusters', version },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, written(schema)])),
    },
  }
}

/** The codes of errors of all operations. */
const commonErrors = [400, 401, 500]

function describedOperation(each: Operation): object {
  const { id, summary, path, query = {}, body, answer, errors = [] } = each
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query).map(([name, parameter]) => queryParameter(name, parameter)),
  ]
  const bodyErrors = body === undefined ? [] : [413, 415, 422]
  const codes = [...new Set([...commonErrors, ...bodyErrors, ...errors])].sort((a, b) => a - b)
  const failure = { description: 'The request failed.', ...content(statusSchema) }
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: false, ...content(body) } }),
    responses: {
      [statusOf(each)]: { description: summary, ...(answer !== undefined && content(answer)) },
      ...Object.fromEntries(codes.map((code) => [code, failure])),
    },
  }
}

/** The status of an operation's answer. */
export function statusOf({ status, answer }: Pick<Operation, 'status' | 'answer'>): number {
  return status ?? (answer === undefined ? 204 : 200)
}

function queryParameter(name: string, { schema, description, repeated }: QueryParameter): object {
  const { description: _, ...shape } = schema
  return { name, in: 'query', description, schema: repeated === true ? { type: 'array', items: shape } : shape }
}

function content(schema: JSONSchemaProps): object {
  return { content: { 'application/json': { schema: referred(schema) } } }
}

function referred(schema: JSONSchemaProps): object {
  const name = names.get(schema)
  return name === undefined ? written(schema) : { $ref: `#/components/schemas/${name}` }
}

/** A schema in the words of OpenAPI, which has no extensions of Kubernetes. */
function written(schema: JSONSchemaProps): object {
  const { properties, items, additionalProperties, oneOf, ...rest } = schema
  const { 'x-kubernetes-preserve-unknown-fields': open, 'x-kubernetes-int-or-string': intOrString, ...plain } = rest
  return {
    ...plain,
    ...(intOrString === true && { oneOf: [{ type: 'integer' }, { type: 'string' }] }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(referred) }),
    ...(items !== undefined && { items: referred(items as JSONSchemaProps) }),
    ...(open === true && { additionalProperties: true }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: referred(additionalProperties) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, referred(each)])),
      additionalProperties: false,
    }),
  }
}
