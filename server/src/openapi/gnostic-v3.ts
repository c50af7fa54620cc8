import type { JSONObject, JSONValue } from 'apimachinery/json'
import { GnosticMessage } from './gnostic-message.js'
import { anyValue, extensions, listOrEmpty, objectOrEmpty } from './gnostic-values.js'

/**
 * An OpenAPI v3 document in the protobuf form that Kubernetes' clients read.
 * Source: OpenAPIv3.proto of github.com/google/gnostic-models.
 */
export function gnosticV3(document: JSONObject): Uint8Array {
  const info = objectOrEmpty(document.info)
  const { schemas, securitySchemes } = objectOrEmpty(document.components)
  const components = new GnosticMessage()
    .message(1, schemas === undefined ? undefined : named(schemas, schemaOrReference))
    .message(7, securitySchemes === undefined ? undefined : named(securitySchemes, securityScheme))
  return new GnosticMessage()
    .text(1, document.openapi)
    .message(2, new GnosticMessage().text(1, info.title).text(2, info.description).text(6, info.version))
    .message(4, named(document.paths ?? {}, pathItem))
    .message(5, components)
    .messages(6, listOrEmpty(document.security).map(securityRequirement))
    .finish()
}

type Encode = (member: JSONObject) => GnosticMessage

/** A message whose only field is a list of names and values. */
function named(members: JSONValue, encode: Encode): GnosticMessage {
  return new GnosticMessage().messages(1, pairs(members, encode))
}

function pairs(members: JSONValue | undefined, encode: Encode): GnosticMessage[] {
  return Object.entries(objectOrEmpty(members))
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, member]) => new GnosticMessage().text(1, name).message(2, encode(objectOrEmpty(member))))
}

/** Either a value, or a reference to it. */
function orReference(encode: Encode): Encode {
  return (item) =>
    item.$ref === undefined
      ? new GnosticMessage().message(1, encode(item))
      : new GnosticMessage().message(2, new GnosticMessage().text(1, item.$ref))
}

const schemaOrReference = orReference((item) => schema(item))
const parameterOrReference = orReference((item) =>
  new GnosticMessage()
    .text(1, item.name)
    .text(2, item.in)
    .text(3, item.description)
    .bool(4, item.required)
    .message(10, optional(item.schema, schemaOrReference))
    .messages(14, extensions(item)),
)
const responseOrReference = orReference((item) =>
  new GnosticMessage()
    .text(1, item.description)
    .message(3, item.content === undefined ? undefined : named(item.content, mediaType))
    .messages(5, extensions(item)),
)
const requestBodyOrReference = orReference((item) =>
  new GnosticMessage()
    .text(1, item.description)
    .message(2, item.content === undefined ? undefined : named(item.content, mediaType))
    .bool(3, item.required)
    .messages(4, extensions(item)),
)
const securityScheme = orReference((item) =>
  new GnosticMessage()
    .text(1, item.type)
    .text(2, item.description)
    .text(3, item.name)
    .text(4, item.in)
    .text(5, item.scheme)
    .text(6, item.bearerFormat)
    .messages(9, extensions(item)),
)

function securityRequirement(requirement: JSONValue): GnosticMessage {
  return named(requirement, (scopes) => new GnosticMessage().texts(1, scopes))
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

function pathItem(item: JSONObject): GnosticMessage {
  const message = new GnosticMessage().text(1, item.$ref).text(2, item.summary).text(3, item.description)
  methods.forEach((method, index) => {
    message.message(index + 4, optional(item[method], operation))
  })
  return message
    .messages(
      13,
      listOrEmpty(item.parameters).map((each) => parameterOrReference(objectOrEmpty(each))),
    )
    .messages(14, extensions(item))
}

function operation(item: JSONObject): GnosticMessage {
  const { default: fallback, ...codes } = objectOrEmpty(item.responses)
  const responses = new GnosticMessage()
    .message(1, optional(fallback, responseOrReference))
    .messages(2, pairs(codes, responseOrReference))
  return new GnosticMessage()
    .texts(1, item.tags)
    .text(2, item.summary)
    .text(3, item.description)
    .text(5, item.operationId)
    .messages(
      6,
      listOrEmpty(item.parameters).map((each) => parameterOrReference(objectOrEmpty(each))),
    )
    .message(7, optional(item.requestBody, requestBodyOrReference))
    .message(8, responses)
    .bool(10, item.deprecated)
    .messages(11, listOrEmpty(item.security).map(securityRequirement))
    .messages(13, extensions(item))
}

function mediaType(item: JSONObject): GnosticMessage {
  return new GnosticMessage().message(1, optional(item.schema, schemaOrReference)).messages(5, extensions(item))
}

function schema(item: JSONObject): GnosticMessage {
  const schemas = (list: JSONValue | undefined): GnosticMessage[] =>
    listOrEmpty(list).map((each) => schemaOrReference(objectOrEmpty(each)))
  return new GnosticMessage()
    .bool(1, item.nullable)
    .bool(3, item.readOnly)
    .bool(4, item.writeOnly)
    .bool(8, item.deprecated)
    .text(9, item.title)
    .double(10, item.multipleOf)
    .double(11, item.maximum)
    .bool(12, item.exclusiveMaximum)
    .double(13, item.minimum)
    .bool(14, item.exclusiveMinimum)
    .integer(15, item.maxLength)
    .integer(16, item.minLength)
    .text(17, item.pattern)
    .integer(18, item.maxItems)
    .integer(19, item.minItems)
    .bool(20, item.uniqueItems)
    .integer(21, item.maxProperties)
    .integer(22, item.minProperties)
    .texts(23, item.required)
    .messages(24, listOrEmpty(item.enum).map(anyValue))
    .text(25, item.type)
    .messages(26, schemas(item.allOf))
    .messages(27, schemas(item.oneOf))
    .messages(28, schemas(item.anyOf))
    .message(29, optional(item.not, schema))
    .message(
      30,
      optional(item.items, (each) => new GnosticMessage().message(1, schemaOrReference(each))),
    )
    .message(31, item.properties === undefined ? undefined : properties(item.properties))
    .message(32, additionalProperties(item.additionalProperties))
    .message(33, defaultOf(item.default))
    .text(34, item.description)
    .text(35, item.format)
    .messages(36, extensions(item))
}

/** Properties may be called `x-…`, as extensions are. */
function properties(members: JSONValue): GnosticMessage {
  const all = Object.entries(objectOrEmpty(members)).map(([name, member]) =>
    new GnosticMessage().text(1, name).message(2, schemaOrReference(objectOrEmpty(member))),
  )
  return new GnosticMessage().messages(1, all)
}

function additionalProperties(value: JSONValue | undefined): GnosticMessage | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return new GnosticMessage().bool(2, value)
  return new GnosticMessage().message(1, schemaOrReference(objectOrEmpty(value)))
}

/** Only scalars have a form here. */
function defaultOf(value: JSONValue | undefined): GnosticMessage | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return new GnosticMessage().chosenDouble(1, value)
  if (typeof value === 'boolean') return new GnosticMessage().chosenBool(2, value)
  return typeof value === 'string' ? new GnosticMessage().chosenText(3, value) : new GnosticMessage()
}

function optional(value: JSONValue | undefined, encode: Encode): GnosticMessage | undefined {
  return value === undefined ? undefined : encode(objectOrEmpty(value))
}
