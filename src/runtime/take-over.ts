import { setOwn } from '../json/json-value.js'

/** Copies the own enumerable properties of `source`; a `__proto__` key becomes an ordinary property. */
export function takeOver(target: object, source: object): void {
  for (const key of Object.keys(source)) setOwn(target, key, (source as Record<string, unknown>)[key])
}
