/**
 * Freezes an object and all that it holds, so that who reads a cache cannot spoil it. What is frozen at the top is taken as
 * frozen below. Arrays of bytes cannot be frozen and stay as they are.
 */
export function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  if (Array.isArray(value)) for (const each of value) freezeDeep(each)
  else for (const name of Object.keys(value)) freezeDeep((value as Record<string, unknown>)[name])
  return value
}
