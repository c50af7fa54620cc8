import type { Authentication, TokenAuthenticator } from './authenticator.js'

/**
 * Tokens of a file: lines of comma-separated `token,user,uid[,"group1,group2"]`. Throws `Error` with the line's number for a
 * line that has fewer than three columns, and for an empty token or user.
 *
 * Source: k8s.io/apiserver/pkg/authentication/token/tokenfile.
 */
export function tokenFileAuthenticator(text: string): TokenAuthenticator {
  const users = new Map<string, Authentication>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [token = '', name = '', uid, groups = ''] = csvFields(line)
    if (uid === undefined) {
      throw new Error(`token file: line ${index + 1}: must have at least 3 columns (token, user name, user uid)`)
    }
    if (token === '') throw new Error(`token file: line ${index + 1}: empty token`)
    if (name === '') throw new Error(`token file: line ${index + 1}: empty user name`)
    const list = groups === '' ? [] : groups.split(',')
    users.set(token, { user: { name, uid, groups: list, extra: {} } })
  }
  return { authenticateToken: async (token) => users.get(token) }
}

/** Fields of one line of RFC 4180, without surrounding white space. */
function csvFields(line: string): string[] {
  const fields: string[] = []
  const field = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(,|$)/y
  for (let more = true; more; ) {
    const match = field.exec(line)
    if (match === null) throw new Error(`token file: bad quotes in ${JSON.stringify(line.slice(field.lastIndex))}`)
    fields.push(match[1]?.replaceAll('""', '"') ?? (match[2] as string).trim())
    more = match[3] === ','
  }
  return fields
}
