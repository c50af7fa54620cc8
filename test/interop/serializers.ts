import { addToScheme } from '../../src/api/index.js'
import { addMetaToScheme } from '../../src/meta/v1/index.js'
import { addMetaToScheme as addMetaV1beta1ToScheme } from '../../src/meta/v1beta1/index.js'
import type { Serializer } from '../../src/runtime/interfaces.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CBORSerializer } from '../../src/runtime/serializer/cbor/cbor-serializer.js'
import { JSONSerializer } from '../../src/runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../../src/runtime/serializer/yaml/yaml-serializer.js'

/** A scheme with every built-in kind. */
export function builtInScheme(): Scheme {
  const scheme = new Scheme()
  addToScheme(scheme)
  addMetaToScheme(scheme)
  addMetaV1beta1ToScheme(scheme)
  return scheme
}

/** Serializers that read and write as Go does. */
export interface CanonicalSerializers {
  readonly json: Serializer
  readonly pretty: Serializer
  readonly yaml: Serializer
  readonly pb: Serializer
  readonly cbor: Serializer
}

/** One serializer for each format, over every built-in kind. */
export function canonicalSerializers(scheme: Scheme = builtInScheme()): CanonicalSerializers {
  const options = { mode: 'canonical', integers: 'bigint' } as const
  return {
    json: new JSONSerializer(scheme, options),
    pretty: new JSONSerializer(scheme, { ...options, pretty: true }),
    yaml: new YAMLSerializer(scheme, options),
    pb: new ProtobufSerializer(scheme, options),
    cbor: new CBORSerializer(scheme, { mode: 'canonical' }),
  }
}
