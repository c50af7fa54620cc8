import { cborFormat } from './cbor/cbor-format.js'
import { jsonFormat } from './json/json-format.js'
import { protobufFormat } from './protobuf/protobuf-format.js'
import type { SerializerFormat } from './serializer-info.js'
import { yamlFormat } from './yaml/yaml-format.js'

/**
 * Every wire format of this library. Their order decides between formats that cannot be recognized from the first bytes.
 */
export const allFormats: readonly SerializerFormat[] = [jsonFormat, yamlFormat, protobufFormat, cborFormat]
