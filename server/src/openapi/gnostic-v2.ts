import type { JSONObject, JSONValue } from 'apimachinery/json'
import { GnosticMessage } from './gnostic-message.js'
import { anyValue, extensions, listOrEmpty, objectOrEmpty } from './gnostic-values.js'

/**
 * An OpenAPI v2 document in the protobuf form that Kubernetes' clients read.
 * Source: OpenAPIv2.proto of github.com/google/gnostic-models.
 */
export function gnosticV2(document: JSONObject): Uint8Array {
  const info = objectOrEmpty(document.info)
  return new GnosticMessage()
    .text(1, document.swagger)
    .message(2, new GnosticMessage().text(1, info.title).text(2, info.version))
    .message(8, new GnosticMessage().messages(2, named(document.paths, pathItem)))
    .message(9, new GnosticMessage().messages(1, named(document.definitions, schema)))
    .message(10, new GnosticMessage().messages(1, named(document.parameters, parameter)))
    .messages(12, listOrEmpty(document.security).map(securityRequirement))
    .message(13, new GnosticMessage().messages(1, named(document.securityDefinitions, securityDefinition)))
    .finish()
}

/** Messages of name and value, one a member. */
function named(value: JSONValue | undefined, encode: (member: JSONObject) => GnosticMessage): GnosticMessage[] {
  return Object.entries(objectOrEmpty(value)).map(([name, member]) =>
    new GnosticMessage().text(1, name).message(2, encode(objectOrEmpty(member))),
  )
}

function securityRequirement(requirement: JSONValue): GnosticMessage {
  const schemes = Object.entries(objectOrEmpty(requirement)).map(([name, scopes]) =>
    new GnosticMessage().text(1, name).message(2, new GnosticMessage().texts(1, scopes)),
  )
  return new GnosticMessage().messages(1, schemes)
}

function securityDefinition({ type, name, in: place, description }: JSONObject): GnosticMessage {
  const key = new GnosticMessage().text(1, type).text(2, name).text(3, place).text(4, description)
  return new GnosticMessage().message(2, key)
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const

function pathItem(item: JSONObject): GnosticMessage {
  const message = new GnosticMessage()
  methods.forEach((method, index) => {
    if (item[method] !== undefined) message.message(index + 2, operation(objectOrEmpty(item[method])))
  })
  return message.messages(9, listOrEmpty(item.parameters).map(parametersItem)).messages(10, extensions(item))
}

function operation(item: JSONObject): GnosticMessage {
  return new GnosticMessage()
    .texts(1, item.tags)
    .text(3, item.description)
    .text(5, item.operationId)
    .texts(6, item.produces)
    .texts(7, item.consumes)
    .messages(8, listOrEmpty(item.parameters).map(parametersItem))
    .message(9, new GnosticMessage().messages(1, named(item.responses, response)))
    .texts(10, item.schemes)
    .messages(13, extensions(item))
}

function response(item: JSONObject): GnosticMessage {
  const content =
    item.schema === undefined ? undefined : new GnosticMessage().message(1, schema(objectOrEmpty(item.schema)))
  const value = new GnosticMessage().text(1, item.description).message(2, content)
  return new GnosticMessage().message(1, value)
}

function parametersItem(item: JSONValue): GnosticMessage {
  const { $ref } = objectOrEmpty(item)
  if ($ref !== undefined) return new GnosticMessage().message(2, new GnosticMessage().text(1, $ref))
  return new GnosticMessage().message(1, parameter(objectOrEmpty(item)))
}

function parameter(item: JSONObject): GnosticMessage {
  if (item.in !== 'body') return new GnosticMessage().message(2, nonBodyParameter(item))
  const body = new GnosticMessage()
    .text(1, item.description)
    .text(2, item.name)
    .text(3, item.in)
    .bool(4, item.required)
    .message(5, schema(objectOrEmpty(item.schema)))
  return new GnosticMessage().message(1, body)
}

function nonBodyParameter(item: JSONObject): GnosticMessage {
  const fields = new GnosticMessage()
    .bool(1, item.required)
    .text(2, item.in)
    .text(3, item.description)
    .text(4, item.name)
  // A parameter in the path has no `allowEmptyValue`, so that its fields are numbered one less.
  if (item.in === 'path') return new GnosticMessage().message(4, fields.text(5, item.type).bool(19, item.uniqueItems))
  return new GnosticMessage().message(3, fields.text(6, item.type).bool(20, item.uniqueItems))
}

function schema(item: JSONObject): GnosticMessage {
  return new GnosticMessage()
    .text(1, item.$ref)
    .text(2, item.format)
    .text(3, item.title)
    .text(4, item.description)
    .message(5, item.default === undefined ? undefined : anyValue(item.default))
    .double(6, item.multipleOf)
    .double(7, item.maximum)
    .bool(8, item.exclusiveMaximum)
    .double(9, item.minimum)
    .bool(10, item.exclusiveMinimum)
    .integer(11, item.maxLength)
    .integer(12, item.minLength)
    .text(13, item.pattern)
    .integer(14, item.maxItems)
    .integer(15, item.minItems)
    .bool(16, item.uniqueItems)
    .integer(17, item.maxProperties)
    .integer(18, item.minProperties)
    .texts(19, item.required)
    .messages(20, listOrEmpty(item.enum).map(anyValue))
    .message(21, additionalProperties(item.additionalProperties))
    .message(22, item.type === undefined ? undefined : new GnosticMessage().texts(1, [item.type].flat()))
    .message(23, items(item.items))
    .messages(
      24,
      listOrEmpty(item.allOf).map((each) => schema(objectOrEmpty(each))),
    )
    .message(
      25,
      item.properties === undefined ? undefined : new GnosticMessage().messages(1, named(item.properties, schema)),
    )
    .bool(27, item.readOnly)
    .messages(31, extensions(item))
}

function additionalProperties(value: JSONValue | undefined): GnosticMessage | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'boolean') return new GnosticMessage().bool(2, value)
  return new GnosticMessage().message(1, schema(objectOrEmpty(value)))
}

function items(value: JSONValue | undefined): GnosticMessage | undefined {
  return value === undefined ? undefined : new GnosticMessage().message(1, schema(objectOrEmpty(value)))
}
