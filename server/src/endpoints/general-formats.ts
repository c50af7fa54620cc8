import type { KindRegistry } from 'apimachinery/runtime'
import type { NegotiatedSerializer, SerializerInfo } from 'apimachinery/runtime/serializer'
import { cborFormat } from 'apimachinery/runtime/serializer/cbor'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { protobufFormat } from 'apimachinery/runtime/serializer/protobuf'
import { yamlFormat } from 'apimachinery/runtime/serializer/yaml'

/** The formats of what all groups share: errors, documents, options. CBOR is among them where it is served. */
export function generalFormats(
  registry: KindRegistry,
  { cbor = false, pretty = true }: { readonly cbor?: boolean | undefined; readonly pretty?: boolean | undefined } = {},
): readonly SerializerInfo[] {
  const formats = [jsonFormat, yamlFormat, protobufFormat, ...(cbor ? [cborFormat] : [])]
  return formats.map((format) => format(registry, { mode: 'canonical', pretty }))
}

/** A serializer that converts nothing: handlers convert themselves. */
export function negotiatedSerializer(infos: readonly SerializerInfo[]): NegotiatedSerializer {
  return {
    supportedMediaTypes: () => infos,
    encoderForVersion: (encoder) => encoder,
    decoderToVersion: (decoder) => decoder,
  }
}
