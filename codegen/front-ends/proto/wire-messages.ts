import protobuf from 'protobufjs'

/** The type of a field on the wire. */
export type WireType =
  | { readonly form: 'bool' | 'bytes' | 'enum' | 'string' }
  /** `decimal`: its values are texts, as `jstype = JS_STRING` asks for. */
  | { readonly form: 'integer'; readonly decimal: boolean }
  | { readonly form: 'message'; readonly name: string }
  /** From text to bytes. */
  | { readonly form: 'map' }

/** A field of a message. */
export interface WireField {
  readonly name: string
  readonly number: number
  readonly type: WireType
  readonly repeated: boolean
  /** It is absent, rather than zero, where it is not on the wire. */
  readonly optional: boolean
}

/** A message of a protocol. */
export interface WireMessage {
  readonly name: string
  readonly fields: readonly WireField[]
}

const integers = new Set(['int32', 'int64', 'uint32', 'uint64'])

/**
 * Reads the messages of a protocol, as far as gRPC services need them.
 *
 * @throws Error for a syntax error, and for fields of other types.
 */
export function parseWireMessages(text: string): WireMessage[] {
  const { root } = protobuf.parse(text)
  root.resolveAll()
  return messagesIn(root)
}

function messagesIn(scope: protobuf.NamespaceBase): WireMessage[] {
  return scope.nestedArray.flatMap((each) => {
    if (each instanceof protobuf.Type) {
      const fields = each.fieldsArray.map(fieldOf).sort((a, b) => a.number - b.number)
      return [{ name: each.name, fields }, ...messagesIn(each)]
    }
    return each instanceof protobuf.Namespace ? messagesIn(each) : []
  })
}

function fieldOf(field: protobuf.Field): WireField {
  const { name, id, repeated, partOf } = field
  const type = typeOf(field)
  return { name, number: id, type, repeated, optional: !repeated && (partOf !== null || type.form === 'message') }
}

function typeOf(field: protobuf.Field): WireType {
  const { type, resolvedType, options } = field
  if (field instanceof protobuf.MapField) {
    if (field.keyType === 'string' && type === 'bytes') return { form: 'map' }
  } else if (resolvedType instanceof protobuf.Type) return { form: 'message', name: resolvedType.name }
  else if (resolvedType instanceof protobuf.Enum) return { form: 'enum' }
  else if (type === 'bool' || type === 'bytes' || type === 'string') return { form: type }
  else if (integers.has(type)) return { form: 'integer', decimal: options?.jstype === 'JS_STRING' }
  throw new Error(`${field.fullName}: fields of type ${type} are not supported`)
}
