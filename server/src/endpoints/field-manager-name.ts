import type { ServerRequest } from '../request/http.js'
import { headerText } from './output-format.js'

/** Source: `FieldManagerMaxLength` of k8s.io/apimachinery. */
const maxBytes = 128

/** The name of who writes: what the options say, else the user agent up to its first slash, what can be printed of it. */
export function fieldManagerName(
  { fieldManager }: { readonly fieldManager?: string | undefined },
  { headers }: ServerRequest,
): string {
  if (fieldManager) return fieldManager
  const [product = ''] = (headerText(headers, 'user-agent') ?? '').split('/')
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
