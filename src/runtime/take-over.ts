/** Copies the own enumerable properties of `source`; a `__proto__` key becomes an ordinary property. */
export function takeOver(target: object, source: object): void {
  for (const key of Object.keys(source)) {
    const value = (source as Record<string, unknown>)[key]
    if (key === '__proto__') {
      Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
    } else {
      ;(target as Record<string, unknown>)[key] = value
    }
  }
}
