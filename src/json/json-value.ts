/** JSON text parsed to values; integers outside ±(2^53−1) are `bigint`. */
export type JSONValue = null | boolean | number | bigint | string | JSONValue[] | JSONObject
/** A JSON object. Keys may be anything, `__proto__` included: read with own-property checks. */
export interface JSONObject {
  [key: string]: JSONValue
}

/** Reports whether a value is an object as JSON has them: neither a list nor `null`. */
export function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reports whether a value is a list or an object. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Sets an own property of any name; an assignment to `__proto__` would change the prototype instead. */
export function setOwn(object: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  } else {
    ;(object as Record<string, unknown>)[name] = value
  }
}

/** A value that is text, and empty text for any other. */
export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The names of the members that JSON has: a property that is `undefined` counts as absent. */
export function presentKeys(map: object): string[] {
  const members = map as Readonly<Record<string, unknown>>
  const keys = Object.keys(map)
  for (const key of keys) if (members[key] === undefined) return keys.filter((name) => members[name] !== undefined)
  return keys
}
