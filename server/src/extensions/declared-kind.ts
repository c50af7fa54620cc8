import {
  type Decoded,
  isMissingKind,
  isStrictDecodingError,
  type KindClass,
  MissingKindError,
  MissingVersionError,
  type Serializer,
  StrictDecodingError,
} from 'apimachinery/runtime'

/**
 * The decoding of requests for custom resources, which must say what they are: nothing of it is taken from the path.
 *
 * Source: `schemaCoercingDecoder` of k8s.io/apiextensions-apiserver/pkg/apiserver.
 * @throws MissingKindError with the whole text, MissingVersionError.
 */
export function decodeDeclared(serializer: Serializer, type: KindClass): Serializer['decode'] {
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
