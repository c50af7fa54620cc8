import type { ServerRequest } from './http.js'

/** The values of a header field, one for each time it was sent; none where it is absent. `name` is in lower case. */
export function headerValues(request: Pick<ServerRequest, 'headers' | 'rawHeaders'>, name: string): readonly string[] {
  const value = request.headers[name]
  if (value === undefined) return []
  if (typeof value !== 'string') return value
  return value.includes(',') ? rawValues(request.rawHeaders, name) : [value]
}

/** Node joins what was sent more than once with commas, which values may also contain. */
function rawValues(raw: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let index = 0; index < raw.length; index += 2) {
    if (raw[index]?.toLowerCase() === name) values.push(raw[index + 1]!)
  }
  return values
}
