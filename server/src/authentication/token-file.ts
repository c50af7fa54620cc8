import { AuthenticationError } from './authentication-error.js'
import type { Authentication, TokenAuthenticator } from './authenticator.js'

/**
 * Tokens of a file: records of comma-separated `token,user,uid[,"group1,group2"]`, of which `name` is the file's. Those without a token are
 * passed over. Throws `AuthenticationError` for a record of fewer than three columns, and for bad quotes.
 *
 * Source: k8s.io/apiserver/pkg/authentication/token/tokenfile.
 */
export function tokenFileAuthenticator(text: string, name = ''): TokenAuthenticator {
  const users = new Map<string, Authentication>()
  for (const record of csvRecords(text)) {
    const [token = '', user = '', uid, groups] = record
    if (uid === undefined) {
      const why = `must have at least 3 columns (token, user name, user uid), found ${record.length}`
      throw new AuthenticationError(`token file '${name}' ${why}`)
    }
    if (token === '') continue
    const list = groups === undefined ? [] : groups.split(',')
    users.set(token, { user: { name: user, uid, groups: list, extra: {} } })
  }
  return { authenticateToken: async (token) => users.get(token) }
}

/** Records as Go's encoding/csv reads them: empty lines are passed over, white space is kept, quoted fields may hold lines. */
function* csvRecords(text: string): Generator<string[]> {
  const field = /"((?:[^"]|"")*)"(?=,|\r?\n|$)|([^",\r\n]*)(?=,|\r?\n|$)/y
  let at = 0
  while (at < text.length) {
    const blank = /\r?\n/y
    blank.lastIndex = at
    if (blank.test(text)) {
      at = blank.lastIndex
      continue
    }
    const record: string[] = []
    for (let more = true; more; ) {
      field.lastIndex = at
      const match = field.exec(text)
      if (match === null)
        throw new AuthenticationError(`parse error on line ${lineOf(text, at)}: bare " or extraneous " in field`)
      record.push(match[1]?.replaceAll('""', '"') ?? match[2]!)
      at += match[0].length
      more = text[at] === ','
      if (more) at++
    }
    yield record
    at += /^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 0
  }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
