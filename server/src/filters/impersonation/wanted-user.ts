import { newBadRequest } from 'apimachinery/errors'
import { unescapedKey } from '../../authentication/request-header.js'
import type { RequestUser } from '../../request/context.js'
import { headerValues } from '../../request/header-values.js'
import type { ServerRequest } from '../../request/http.js'

const prefix = 'impersonate-'
const extraPrefix = `${prefix}extra-`

/**
 * The user to impersonate, by the header fields; `undefined` if there are none.
 *
 * @param constrained - whether the server has constrained impersonation, which names a request without a user in another way.
 * @throws StatusError `BadRequest` for anything to impersonate without a user.
 */
export function wantedUserOf(request: ServerRequest, constrained: boolean): RequestUser | undefined {
  const headers = Object.keys(request.headers).filter((header) => header.startsWith(prefix))
  if (headers.length === 0) return undefined
  const [name = ''] = headerValues(request, 'impersonate-user')
  const [uid = ''] = headerValues(request, 'impersonate-uid')
  const groups = headerValues(request, 'impersonate-group')
  const extra = new Map<string, readonly string[]>()
  for (const header of headers) {
    if (!header.startsWith(extraPrefix)) continue
    const key = unescapedKey(header.slice(extraPrefix.length).toLowerCase())
    extra.set(key, [...(extra.get(key) ?? []), ...headerValues(request, header)])
  }
  const user: RequestUser = { name, uid, groups, extra: Object.fromEntries(extra) }
  if (name !== '') return user
  if (uid === '' && groups.length === 0 && extra.size === 0) return undefined
  if (constrained) throw newBadRequest(`requested ${goText(user)} without impersonating a user name`)
  throw newBadRequest(`requested [${referencesTo(user).join(' ')}] without impersonating a user`)
}

/** What would be impersonated, each as Go's `%v` writes an `ObjectReference`. */
function referencesTo({ uid, groups, extra }: RequestUser): string[] {
  const reference = (kind: string, name: string, fieldPath = ''): string =>
    `{${[kind, '', name, '', 'authentication.k8s.io/v1', '', fieldPath].join(' ')}}`
  return [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...Object.entries(extra).flatMap(([key, values]) => values.map((value) => reference('UserExtra', value, key))),
    ...(uid === '' ? [] : [reference('UID', uid)]),
  ]
}

/** The user as Go's `%#v` writes it. */
function goText({ name, uid, groups, extra }: RequestUser): string {
  const list = (values: readonly string[]): string =>
    `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`
  const groupText = groups.length === 0 ? '[]string(nil)' : list(groups)
  const keys = Object.keys(extra).sort()
  const entries = keys.map((key) => `${JSON.stringify(key)}:${list(extra[key] ?? [])}`)
  const extraText = keys.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`
  return `&user.DefaultInfo{Name:${JSON.stringify(name)}, UID:${JSON.stringify(uid)}, Groups:${groupText}, Extra:${extraText}}`
}
