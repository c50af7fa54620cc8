import type { NegotiatedSerializer } from 'apimachinery/runtime/serializer'
import { cborFormat } from 'apimachinery/runtime/serializer/cbor'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { protobufFormat } from 'apimachinery/runtime/serializer/protobuf'
import { yamlFormat } from 'apimachinery/runtime/serializer/yaml'
import { deleteOptionsRegistry } from './delete-options.js'

/** Formats of what all groups share: options of deletions. */
export function metaSerializer({ cbor }: { readonly cbor: boolean }): NegotiatedSerializer {
  const formats = [jsonFormat, yamlFormat, protobufFormat, ...(cbor ? [cborFormat] : [])]
  const infos = formats.map((format) => format(deleteOptionsRegistry, { mode: 'canonical', pretty: false }))
  return {
    supportedMediaTypes: () => infos,
    encoderForVersion: (encoder) => encoder,
    decoderToVersion: (decoder) => decoder,
  }
}
