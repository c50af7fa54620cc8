/**
 * Freezes an object and everything in it, so that readers of a cache cannot change it. An object that is frozen itself is
 * assumed to be frozen below. Byte arrays cannot be frozen and stay as they are.
 */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  if (Array.isArray(value)) for (const each of value) freezeDeep(each)
  else for (const name of Object.keys(value)) freezeDeep((value as Record<string, unknown>)[name])
  return value
}
