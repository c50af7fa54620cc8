import { guardDepth } from '../../../descriptor/guard-depth.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { unusedMark } from '../../../json/parse-marked.js'
import { requireObject } from '../../objects/require-object.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import { isUnknown } from '../../objects/unknown.js'

/** Writes an object unchanged. As in Go, compact JSON ends with a newline and pretty JSON does not. */
export function writeFaithfully(object: KubernetesObject, pretty: boolean): Uint8Array {
  if (isUnknown(object)) return object.raw
  const text = guardDepth(() => stringify(requireObject(object), pretty ? 2 : 0))
  return encodeUtf8(pretty ? text : `${text}\n`)
}

function stringify(object: object, indent: number): string {
  try {
    return JSON.stringify(object, undefined, indent)
  } catch (error) {
    if (error instanceof TypeError) return stringifyMarked(object, indent)
    throw error
  }
}

/** JSON.stringify does not write bigint: it writes marked strings, of which the marks are taken away. */
function stringifyMarked(object: object, indent: number): string {
  const write = (mark: string): string =>
    JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? mark + value : value), indent)
  try {
    const mark = unusedMark(write(''))
    return write(mark).replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new MachineryError('UnsupportedValue', 'json: unsupported value: encountered a cycle', { cause })
  }
}
