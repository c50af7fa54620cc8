import type { RequestUser } from '../../request/context.js'

/** A user as Go prints a pointer to one: `&{name uid [groups] map[key:[values]]}`. */
export function goUser({ name, uid, groups, extra }: RequestUser): string {
  const entries = Object.keys(extra)
    .sort()
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`)
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`
}
