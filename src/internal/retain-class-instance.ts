// Stryker disable all: what is kept decides only how fast other code runs
let kept: Map<unknown, object> | undefined

/**
 * Keeps one object of a class for good. V8 throws away what it optimised for a class when a garbage collection finds no
 * object of it, and the next call is then two to three times as slow: readers and writers live for one call only.
 *
 * @param make - makes an object that refers to nothing large, by the same steps as any other.
 */
export function retainClassInstance<T extends object>(type: abstract new (...args: never[]) => T, make: () => T): void {
  kept ??= new Map()
  if (!kept.has(type)) kept.set(type, make())
}
