import { fromJSON } from '../../../src/descriptor/from-json.js'
import type { JSONObject } from '../../../src/descriptor/types.js'
import { parseJSON } from '../../../src/json/parse-json.js'
import { stringifyJSON } from '../../../src/json/stringify-json.js'
import type { RecognizingDecoder, Serializer } from '../../../src/runtime/interfaces.js'
import { instantiate } from '../../../src/runtime/objects/instantiate.js'
import { MissingKindError } from '../../../src/runtime/objects/missing-kind-error.js'
import { isUnstructuredClass, unstructuredFromContent } from '../../../src/runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../../src/runtime/scheme/kind-access.js'
import { NotRegisteredError } from '../../../src/runtime/scheme/not-registered-error.js'
import type { SerializerFormat } from '../../../src/runtime/serializer/serializer-info.js'
import { StrictDecodingError } from '../../../src/runtime/strict-decoding-error.js'

/** A wire format of our own, which shows the interface of a format: JSON after a prefix. */
export function textFormat(prefix: string): SerializerFormat {
  return (registry, { mode }) => {
    const make = (reading: typeof mode): Serializer & RecognizingDecoder => ({
      identifier: prefix,
      recognizesData: (data) => ({ ok: new TextDecoder().decode(data).startsWith(prefix), unknown: false }),
      encode: (object) => new TextEncoder().encode(prefix + stringifyJSON(object as JSONObject)),
      decode(data, { defaults, into } = {}) {
        const text = (typeof data === 'string' ? data : new TextDecoder().decode(data)).slice(prefix.length)
        const content = parseJSON(text) as JSONObject
        if (into !== undefined && isUnstructuredClass(into)) {
          const object = unstructuredFromContent(content)
          return { object: object as never, gvk: groupVersionKindOf(object) }
        }
        const said = groupVersionKindOf(content as never)
        const gvk = said.kind === '' && defaults !== undefined ? defaults : said
        if (gvk.kind === '') throw new MissingKindError(text)
        const type = registry.classFor(gvk)
        if (type === undefined) throw new NotRegisteredError(registry.name, { gvk })
        if (isUnstructuredClass(type)) return { object: unstructuredFromContent(content) as never, gvk }
        const { value, findings } = fromJSON(type.descriptor, content, { mode: reading })
        const decoded = { object: instantiate(value, type) as never, gvk }
        if (findings.length === 0) return decoded
        throw new StrictDecodingError(
          findings.map(({ path, message }) => ({ path, message })),
          { decoded },
        )
      },
    })
    return {
      mediaType: `text/${prefix}`,
      mediaTypeType: 'text',
      mediaTypeSubType: prefix,
      encodesAsText: true,
      serializer: make(mode),
      strictSerializer: make('strict'),
    }
  }
}
