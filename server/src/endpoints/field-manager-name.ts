import type { ReceivedRequest } from '../request/http.js'
import { headerText } from './output-format.js'

/** Source: `FieldManagerMaxLength` of k8s.io/apimachinery. */
const maxBytes = 128

/**
 * The field manager of a request: that of the options, otherwise the printable part of the user agent up to its first
 * slash.
 */
export function fieldManagerName(
  { fieldManager }: { readonly fieldManager?: string | undefined },
  { headers }: ReceivedRequest,
): string {
  if (fieldManager) return fieldManager
  const [product = ''] = utf8(headerText(headers, 'user-agent') ?? '').split('/')
  let name = ''
  let bytes = 0
  for (const character of product) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    name += character
  }
  return name
}

/** Fields of the head are read as Latin-1; Go takes their bytes for UTF-8. */
function utf8(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : Buffer.from(text, 'latin1').toString('utf8')
}
