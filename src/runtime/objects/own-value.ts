/**
 * Reads an own property: `undefined` where there is none, whatever the prototype has under that name. Generated code reads
 * fields with it that are called like something every object inherits, such as `constructor`.
 */
export function ownValue<T extends object, K extends keyof T>(object: T, name: K): T[K] | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
