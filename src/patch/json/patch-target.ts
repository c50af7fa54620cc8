import { setOwn } from '../../json/json-value.js'
import { isMap, type JSONMap, own } from '../json-map.js'
import { patchError } from '../patch-error.js'
import { opened } from '../read-parts.js'
import { indexForAdding, indexWithin } from './index-token.js'

/** An object or array of the document that may be changed. */
export type Container = JSONMap | unknown[]

/** A place in the document: a container of it, and a key in there. */
export interface Place {
  readonly container: Container
  readonly key: string
}

/**
 * A document that is being patched. What a pointer passes through is copied the first time, so that neither the document
 * it started with nor the values of the patch change.
 */
export class PatchTarget {
  readonly #own = new WeakSet<object>()
  #root: Container
  #replaced = false

  constructor(document: Container) {
    this.#root = this.#owned(document)
  }

  get root(): Container {
    return this.#root
  }

  /** Whether the document was replaced by another one. */
  get replaced(): boolean {
    return this.#replaced
  }

  /** Replaces this document. */
  replaceRoot(document: Container): void {
    this.#replaced = true
    this.#root = this.#owned(document)
  }

  /** Replaces this document by its copy. */
  renewRoot(copy: Container): void {
    this.#root = this.#owned(copy)
  }

  /** The location of a pointer; undefined if there is no container for it. */
  find(pointer: string): Place | undefined {
    const parts = pointer.split('/')
    if (parts.length < 2) return undefined
    let container = this.#root
    for (const part of parts.slice(1, -1)) {
      const next = this.#enter(container, decode(part))
      if (next === undefined) return undefined
      container = next
    }
    return { container, key: decode(parts.at(-1)!) }
  }

  #enter(container: Container, key: string): Container | undefined {
    const next = opened(tryGet({ container, key }))
    if (!isContainer(next)) return undefined
    const copy = this.#owned(next)
    set({ container, key }, copy)
    return copy
  }

  #owned(container: Container): Container {
    if (this.#own.has(container)) return container
    const copy = Array.isArray(container) ? [...container] : { ...container }
    this.#own.add(copy)
    return copy
  }
}

export function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isMap(value)
}

const escaped = /~[01]/g

/** The names and indices of a pointer; none for the document itself. Text before the first `/` is ignored. */
export function namesOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(decode)
}

function decode(part: string): string {
  return part.replace(escaped, (sequence) => (sequence === '~1' ? '/' : '~'))
}

/** The value at a place; undefined for a member that is not there. @throws MachineryError `PatchIndexInvalid`. */
export function get({ container, key }: Place): unknown {
  return Array.isArray(container) ? container[indexWithin(key, container.length)] : own(container, key)
}

function tryGet(place: Place): unknown {
  try {
    return get(place)
  } catch {
    return undefined
  }
}

/** Replaces the value at a place, which must be there in an array. */
export function set({ container, key }: Place, value: unknown): void {
  if (Array.isArray(container)) container[indexWithin(key, container.length)] = value
  else setOwn(container, key, value)
}

export function add({ container, key }: Place, value: unknown): void {
  if (Array.isArray(container)) container.splice(indexForAdding(key, container.length), 0, value)
  else setOwn(container, key, value)
}

/** @throws MachineryError `PatchPathMissing`, `PatchIndexInvalid`. */
export function remove({ container, key }: Place): void {
  if (Array.isArray(container)) {
    container.splice(indexWithin(key, container.length), 1)
  } else if (own(container, key) === undefined) {
    throw patchError('PatchPathMissing', `Unable to remove nonexistent key: ${key}: missing value`)
  } else {
    delete container[key]
  }
}
