import { MachineryError } from '../../errors/machinery-error.js'
import { encodeUtf8 } from '../../internal/utf8.js'
import { decodeText } from '../../json/decode-text.js'
import { memberTexts } from '../../json/member-texts.js'
import { compactText } from '../../json/raw-text.js'
import { jsonFramer } from '../../runtime/serializer/framing/framer.js'
import type { EncodedEvent, WatchFormat } from '../watch-format.js'

/** Events in JSON, a line each: `{"type":"ADDED","object":{…}}`. */
export const jsonWatch: WatchFormat = {
  mediaType: 'application/json;stream=watch',
  framer: jsonFramer,
  readFrame: (frame) => readEventText(decodeText(frame)),
  writeFrame: ({ type, object }) => {
    const text = typeof object === 'string' ? object : decodeText(object)
    return encodeUtf8(`{"type":${JSON.stringify(type)},"object":${objectText(text)}}\n`)
  },
  isJSON: true,
}

/**
 * Reads the text of an event; the text of the object is kept.
 *
 * @throws JSONSyntaxError, and MachineryError `InvalidType` with Go's message.
 */
export function readEventText(text: string): EncodedEvent {
  const members = memberTexts(text)
  if (members === undefined) {
    throw new MachineryError('InvalidType', 'json: cannot unmarshal into Go value of type v1.WatchEvent')
  }
  const type: unknown = JSON.parse(members.get('type') ?? '""') ?? ''
  if (typeof type !== 'string') {
    const message = `json: cannot unmarshal ${typeof type} into Go struct field WatchEvent.type of type string`
    throw new MachineryError('InvalidType', message, { path: 'type' })
  }
  const object = members.get('object') ?? ''
  return { type, object: object === 'null' ? '' : object }
}

/** The output of the encoder, without the final newline; pretty output is made compact. */
function objectText(text: string): string {
  const trimmed = text.trimEnd()
  if (trimmed === '') return 'null'
  return trimmed.includes('\n') ? compactText(trimmed) : trimmed
}
