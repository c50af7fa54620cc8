import { isMachineryError, MachineryError } from 'apimachinery/errors'
import {
  type Decoded,
  isMissingKind,
  isStrictDecodingError,
  type KindClass,
  type KindRegistry,
  MissingKindError,
  MissingVersionError,
  type Serializer,
  StrictDecodingError,
  Unknown,
  Unstructured,
} from 'apimachinery/runtime'
import type { SerializerInfo } from 'apimachinery/runtime/serializer'
import { cborFormat } from 'apimachinery/runtime/serializer/cbor'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { protobufFormat } from 'apimachinery/runtime/serializer/protobuf'
import { yamlFormat } from 'apimachinery/runtime/serializer/yaml'

/** The formats that objects of custom resources are served in; metadata and errors have protobuf beside them. */
export function customResourceMediaTypes(cbor: boolean | undefined): readonly string[] {
  return ['application/json', 'application/yaml', ...(cbor === true ? ['application/cbor'] : [])]
}

const options = { mode: 'canonical', pretty: true, integers: 'bigint' } as const

/** What formats are made for. */
interface Readable {
  readonly type: KindClass
  readonly registry: KindRegistry
  /** CBOR is served. */
  readonly cbor?: boolean | undefined
  /** Objects must say what they are: nothing of it is taken from the path. */
  readonly declared?: boolean | undefined
}

/** Formats of a custom resource, whose objects are written with sorted keys, as Go writes what it has no struct for. */
export function customResourceFormats(readable: Readable): readonly SerializerInfo[] {
  const { registry, cbor = false } = readable
  return [
    sortedFormat(jsonFormat(registry, options), readable),
    sortedFormat(yamlFormat(registry, options), readable),
    writeOnly(protobufFormat(registry, options)),
    ...(cbor ? [sortedFormat(cborFormat(registry, options), readable)] : []),
  ]
}

/** The format of the store. */
export function customResourceSerializer(readable: Readable): Serializer {
  return sortedFormat(jsonFormat(readable.registry, options), readable).serializer
}

function sortedFormat(info: SerializerInfo, readable: Readable): SerializerInfo {
  const { prettySerializer, strictSerializer, streamSerializer } = info
  const serializer = sorted(info.serializer, readable)
  return {
    ...info,
    serializer,
    ...(prettySerializer !== undefined && { prettySerializer: sorted(prettySerializer, readable) }),
    ...(strictSerializer !== undefined && { strictSerializer: sorted(strictSerializer, readable) }),
    ...(streamSerializer !== undefined && { streamSerializer: { ...streamSerializer, serializer } }),
  }
}

function sorted(serializer: Serializer, { type, declared = false }: Readable): Serializer {
  const decode: Serializer['decode'] = declared
    ? decodeDeclared(serializer, type)
    : (data, decodeOptions) => serializer.decode(data, decodeOptions)
  return {
    identifier: serializer.identifier,
    decode: (data, decodeOptions) => inGoWords(() => decode(data, decodeOptions)),
    encode: (object) => serializer.encode(object instanceof type ? new Unstructured(object) : object),
  }
}

/** Custom resources have no protobuf messages; a request with one fails with Go's message. */
function writeOnly(info: SerializerInfo): SerializerInfo {
  const { serializer } = info
  return {
    ...info,
    serializer: {
      identifier: serializer.identifier,
      encode: (object) => serializer.encode(object),
      decode(data, decodeOptions) {
        // The declared kind is readable, for the response.
        if ((decodeOptions?.into as unknown) === Unknown) return serializer.decode(data, decodeOptions)
        const message =
          'object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message'
        throw new MachineryError('InvalidObject', message)
      },
    },
  }
}

/** Upstream decodes the metadata of custom resources separately, so messages do not have its position. */
function inGoWords<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (!isMachineryError(error)) throw error
    const message = error.message
      .replace(/(Go struct field \w+\.)metadata\./, '$1')
      .replace(/Go struct field \w+\.metadata of type/, 'Go value of type')
    throw message === error.message ? error : new MachineryError(error.code, message, { cause: error })
  }
}

/**
 * The decoding of requests for custom resources, which must say what they are: nothing of it is taken from the path.
 *
 * Source: `schemaCoercingDecoder` of k8s.io/apiextensions-apiserver/pkg/apiserver.
 * @throws MissingKindError with the whole text, MissingVersionError.
 */
function decodeDeclared(serializer: Serializer, type: KindClass): Serializer['decode'] {
  const decode: Serializer['decode'] = (data, { defaults: _, ...options } = {}) => {
    try {
      return declared(serializer.decode(data, options))
    } catch (error) {
      if (!isStrictDecodingError(error) || error.decoded === undefined) throw error
      return known(error, declared(error.decoded), type) as ReturnType<typeof decode> & Decoded<never>
    }
  }
  return (data, options) => {
    try {
      return decode(data, options)
    } catch (error) {
      if (isMissingKind(error)) throw new MissingKindError(Buffer.from(data).toString('utf8'))
      throw error
    }
  }
}

/** Names of members are found in any case, but are those of the object only as they are. */
function declared<T extends Decoded>(decoded: T): T {
  const { object } = decoded
  if (!Object.hasOwn(object, 'kind')) throw new MissingKindError('')
  if (!Object.hasOwn(object, 'apiVersion')) throw new MissingVersionError('')
  return decoded
}

/** An object of another kind has no schema, so that only its metadata can have unknown fields. @throws StrictDecodingError */
function known(
  error: StrictDecodingError,
  decoded: Decoded,
  { groupVersionKind: { group, kind } }: KindClass,
): Decoded {
  if (decoded.gvk.group === group && decoded.gvk.kind === kind) throw error
  const findings = error.findings.filter(({ message }) => !/^unknown field "(?!metadata\.)/.test(message))
  if (findings.length === 0) return decoded
  throw new StrictDecodingError(findings, { decoded })
}
