import { MachineryError } from '../../errors/machinery-error.js'
import { encodeUtf8 } from '../../internal/utf8.js'
import type { JSONValue } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { yamlFramer } from '../../runtime/serializer/framing/framer.js'
import { yamlToJSON } from '../../runtime/serializer/yaml/yaml-reader.js'
import { jsonToYAML } from '../../runtime/serializer/yaml/yaml-writer.js'
import type { WatchFormat } from '../watch-format.js'

/** Events in YAML, a document each. Kubernetes does not stream YAML; files and tests do. Objects are returned as JSON. */
export const yamlWatch: WatchFormat = {
  mediaType: 'application/yaml;stream=watch',
  framer: yamlFramer,
  readFrame: (frame) => {
    const event: JSONValue = yamlToJSON(frame)
    if (typeof event !== 'object' || event === null || Array.isArray(event)) throw noEvent()
    const type = Object.hasOwn(event, 'type') ? (event.type ?? '') : ''
    if (typeof type !== 'string') throw noEvent('type')
    const object = Object.hasOwn(event, 'object') ? (event.object ?? null) : null
    return { type, object: object === null ? '' : stringifyJSON(object, { keys: 'kept' }) }
  },
  writeFrame: ({ type, object }) => {
    const content = object.length === 0 ? null : yamlToJSON(object)
    return encodeUtf8(jsonToYAML({ type, object: content }))
  },
}

function noEvent(path?: string): MachineryError {
  return new MachineryError('InvalidType', 'YAML document is no v1.WatchEvent', { path })
}
