/**
 * Reads an own property: `undefined` if there is none, even if the prototype has one of that name. Generated code reads
 * fields with it whose names every object inherits, such as `constructor`.
 */
export function ownValue<T extends object, K extends keyof T>(object: T, name: K): T[K] | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
