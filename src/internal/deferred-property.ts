/** Text of a property until somebody asks for its value, and the value from then on. */
export class DeferredText {
  text: string
  value: unknown = undefined

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A property whose value is made of a text when it is first asked for. It is an own, enumerable property in its place among
 * the others: spreading, `Object.assign`, `JSON.stringify` and `structuredClone` see the value, and after the first look, or
 * an assignment, it is a property like any other.
 */
export class DeferredProperty<T> {
  readonly #name: string
  readonly #box: symbol
  readonly #accessors: PropertyDescriptor

  /**
   * @param read - makes the value, an object. Must not throw: texts are checked before they are deferred.
   */
  constructor(name: string, read: (text: string) => T) {
    const box = Symbol(name)
    this.#name = name
    this.#box = box
    // The same two functions for all objects, which then share their hidden class.
    this.#accessors = {
      get(this: Record<symbol, DeferredText>): T | undefined {
        // Found by a symbol rather than a private name, since proxies and objects that inherit come by here as well.
        const deferred = this[box]
        if (deferred === undefined) return undefined
        deferred.value ??= read(deferred.text)
        deferred.text = ''
        // Frozen objects refuse, and go on to find the value in the box.
        Reflect.defineProperty(this, name, plain(deferred.value))
        return deferred.value as T
      },
      set(this: object, value: T): void {
        Object.defineProperty(this, name, plain(value))
      },
      enumerable: true,
      configurable: true,
    }
  }

  /** Adds the property to an object that does not have it. */
  define(target: object, text: string): void {
    Object.defineProperty(target, this.#box, { value: new DeferredText(text) })
    Object.defineProperty(target, this.#name, this.#accessors)
  }

  /** The text of a property that nobody has looked at or set; `undefined` for any other. */
  waiting(target: object): DeferredText | undefined {
    if (Object.getOwnPropertyDescriptor(target, this.#name)?.get !== this.#accessors.get) return undefined
    const deferred = (target as Record<symbol, DeferredText>)[this.#box]
    return deferred === undefined || deferred.text === '' ? undefined : deferred
  }
}

function plain(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}
