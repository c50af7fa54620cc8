import { type JSONObject, type JSONValue, setOwn } from '../../json/json-value.js'
import type { Structural } from './structural.js'

/** A step from a value to one inside it; undefined is any list item. */
type Step = string | undefined

/** The place of a default in a resource: a resource can be built around it, and the default read from it. */
export class Surrounding {
  readonly #steps: readonly Step[]
  /** The schema of the resource. */
  readonly root: Structural

  constructor(root: Structural, steps: readonly Step[] = []) {
    this.root = root
    this.#steps = steps
  }

  child(name: string): Surrounding {
    return new Surrounding(this.root, [...this.#steps, name])
  }

  item(): Surrounding {
    return new Surrounding(this.root, [...this.#steps, undefined])
  }

  /** A resource that has nothing but the value. */
  around(value: JSONValue): JSONValue {
    let whole = value
    for (const step of this.#steps.toReversed()) {
      if (step === undefined) whole = [whole]
      else {
        const object: JSONObject = {}
        setOwn(object, step, whole)
        whole = object
      }
    }
    return whole
  }

  /** The value in such a resource; undefined when it is deleted. */
  find(whole: JSONValue): JSONValue | undefined {
    let value: JSONValue | undefined = whole
    for (const step of this.#steps) value = stepInto(value, step)
    return value
  }
}

function stepInto(value: JSONValue | undefined, step: Step): JSONValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (step === undefined) return Array.isArray(value) ? value[0] : undefined
  return !Array.isArray(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
