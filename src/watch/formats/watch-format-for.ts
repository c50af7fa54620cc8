import { MachineryError } from '../../errors/machinery-error.js'
import { parseMediaType } from '../../runtime/serializer/negotiation/media-type.js'
import type { WatchFormat } from '../watch-format.js'
import { cborWatch } from './cbor-watch.js'
import { jsonWatch } from './json-watch.js'
import { protobufWatch } from './protobuf-watch.js'
import { yamlWatch } from './yaml-watch.js'

const formats: ReadonlyMap<string, WatchFormat> = /* @__PURE__ */ new Map([
  ['application/json', jsonWatch],
  ['application/yaml', yamlWatch],
  ['application/vnd.kubernetes.protobuf', protobufWatch],
  ['application/cbor', cborWatch],
  ['application/cbor-seq', cborWatch],
])

/**
 * The format of a watch stream by the `Content-Type` of the response; parameters such as `stream=watch` do not matter.
 * Programs that use one format import that one instead, and load no other.
 *
 * @throws MachineryError `UnsupportedMediaType`.
 */
export function watchFormatFor(contentType: string): WatchFormat {
  const format = formats.get(parseMediaType(contentType)?.mediaType ?? '')
  if (format === undefined) {
    throw new MachineryError('UnsupportedMediaType', `no watch format for content type ${JSON.stringify(contentType)}`)
  }
  return format
}
