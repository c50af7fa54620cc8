/** The text of a property until its value is read for the first time, and the value from then on. */
export class DeferredText {
  /** Empty as soon as the value is known. */
  text: string
  value: unknown
  /** Private, so that what walks all properties of an object does not come back to it. */
  readonly #owner: object | undefined

  constructor(text: string, facts: { readonly value?: unknown; readonly owner?: object }) {
    this.text = text
    this.value = facts.value
    this.#owner = facts.owner
  }

  /**
   * Reports whether the property was defined on `object` itself, not on its prototype or on an object that it was copied
   * from.
   */
  static isOf(deferred: DeferredText, object: object): boolean {
    // Proxies return objects that only look like this one.
    return #owner in deferred && deferred.#owner === object
  }
}

/** The symbol under which an object has the text, by the getter of the property. */
const boxes = /* @__PURE__ */ new WeakMap<() => unknown, symbol>()

/**
 * A property whose value is parsed from a text when it is first read. It is an own, enumerable property: spreading,
 * `Object.assign`, `JSON.stringify` and `structuredClone` get the value, and after the first read, or an assignment, it is
 * a property like any other. Only a property descriptor, and tools that show one, can see the difference before.
 */
export class DeferredProperty<T> {
  readonly #name: string
  readonly #box: symbol
  readonly #accessors: PropertyDescriptor

  /** @param read - makes the value, an object. Must not throw: texts are checked before they are deferred. */
  constructor(name: string, read: (text: string) => T) {
    const box = Symbol(name)
    this.#name = name
    this.#box = box
    // The same two functions for all objects, which then share their hidden class.
    this.#accessors = {
      get(this: Boxed): T {
        // Found by a symbol rather than a private name, since proxies and objects that inherit come by here as well.
        const deferred = this[box]
        if (deferred === undefined)
          throw new TypeError(`${name}: the property was copied without the text it is made of`)
        const value = deferred.text === '' ? (deferred.value as T) : storeValue(deferred, read(deferred.text))
        // Sealed and frozen objects refuse, and go on to find the value in the box.
        const owned = DeferredText.isOf(deferred, this) && Reflect.defineProperty(this, name, plain(value))
        if (owned) this[box] = undefined
        return value
      },
      set(this: Boxed, value: T): void {
        const deferred = this[box]
        // Sealed objects take the value all the same; frozen ones throw.
        if (!Reflect.defineProperty(this, name, plain(value))) this[box] = new DeferredText('', { value })
        else if (deferred !== undefined && DeferredText.isOf(deferred, this)) this[box] = undefined
      },
      enumerable: true,
      configurable: true,
    }
    boxes.set(this.#accessors.get as () => unknown, box)
  }

  /** Adds the property to an object, in place of one that it may have. */
  define(target: object, text: string): void {
    const value = new DeferredText(text, { owner: target })
    // Proxies that wrap every returned object may not do so for a property that can never change.
    Object.defineProperty(target, this.#box, { value, writable: true, enumerable: false, configurable: true })
    Object.defineProperty(target, this.#name, this.#accessors)
  }

  /** The text of a property that was neither read nor set; `undefined` for any other. */
  waiting(target: object): DeferredText | undefined {
    if (Object.getOwnPropertyDescriptor(target, this.#name)?.get !== this.#accessors.get) return undefined
    const deferred = (target as Boxed)[this.#box]
    return deferred === undefined || deferred.text === '' ? undefined : deferred
  }
}

/** The text of a property, of whichever DeferredProperty, that was neither read nor set; `undefined` for any other. */
export function waitingText(target: object, name: string): string | undefined {
  const getter = Object.getOwnPropertyDescriptor(target, name)?.get
  const box = getter === undefined ? undefined : boxes.get(getter)
  return box === undefined ? undefined : (target as Boxed)[box]?.text || undefined
}

type Boxed = Record<symbol, DeferredText | undefined>

/** Keeps the value in place of the text. What was frozen together with all it refers to is read again each time. */
function storeValue<T>(deferred: DeferredText, value: T): T {
  if (Reflect.set(deferred, 'value', value)) Reflect.set(deferred, 'text', '')
  return value
}

function plain(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}
