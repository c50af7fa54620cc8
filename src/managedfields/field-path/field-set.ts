import { makePath, type Path, type PathPart, pathText } from './path.js'
import type { PathElement } from './path-element.js'
import {
  differenceOf,
  hasElement,
  insertElement,
  intersectionOf,
  locate,
  type SortedElements,
  unionOf,
  zip,
} from './sorted-elements.js'

/** The part of a field set below one element. */
export interface ChildSet {
  readonly element: PathElement
  readonly set: FieldSet
}

const elementOf = (child: ChildSet): PathElement => child.element
const compareChildren = (a: ChildSet, b: ChildSet): number => a.element.compare(b.element)

/**
 * A set of fields: Go's `fieldpath.Set`. A field may be a member without its parent, and a parent without the field.
 *
 * Every operation returns a new set; only {@link FieldSet.insert} changes its own. Sets share their parts, so insert only
 * into a new set or a {@link FieldSet.copy}.
 */
export class FieldSet {
  #members: PathElement[]
  #children: ChildSet[]

  /** Takes over two lists, both in order and without duplicates. */
  constructor(members: SortedElements = [], children: readonly ChildSet[] = []) {
    this.#members = members as PathElement[]
    this.#children = children as ChildSet[]
  }

  /** The set of the given paths. */
  static of(...paths: Path[]): FieldSet {
    const set = new FieldSet([], [])
    for (const path of paths) set.insert(path)
    return set
  }

  /** Members of this level, in order. */
  get members(): SortedElements {
    return this.#members
  }

  /** Subsets of this level, in order of their elements. That an element has a subset does not make it a member. */
  get children(): readonly ChildSet[] {
    return this.#children
  }

  /** Adds one field; its parents are not added. The empty path, the whole object, is never a member. */
  insert(path: Path): void {
    const last = path.at(-1)
    if (last === undefined) return
    let set: FieldSet = this
    for (let i = 0; i < path.length - 1; i++) set = set.#descend(path[i]!)
    insertElement(set.#members, last)
  }

  #descend(element: PathElement): FieldSet {
    const { at, found } = locate(this.#children, element, elementOf)
    if (found) return this.#children[at]!.set
    const set = new FieldSet([], [])
    this.#children.splice(at, 0, { element, set })
    return set
  }

  /** A set with the same members that shares nothing with this one. */
  copy(): FieldSet {
    return new FieldSet(
      [...this.#members],
      this.#children.map(({ element, set }) => ({ element, set: set.copy() })),
    )
  }

  /** The subset below an element; `undefined` if there is none. */
  child(element: PathElement): FieldSet | undefined {
    const { at, found } = locate(this.#children, element, elementOf)
    return found ? this.#children[at]!.set : undefined
  }

  /** The paths that begin with an element, without it. */
  withPrefix(element: PathElement): FieldSet {
    return this.child(element) ?? new FieldSet()
  }

  /** Reports whether exactly this path is in the set. */
  has(path: Path): boolean {
    const last = path.at(-1)
    if (last === undefined) return false
    let set: FieldSet = this
    for (let i = 0; i < path.length - 1; i++) {
      const child = set.child(path[i]!)
      if (child === undefined) return false
      set = child
    }
    return hasElement(set.#members, last)
  }

  /** Reports whether an element of this level is a member. */
  hasMember(element: PathElement): boolean {
    return hasElement(this.#members, element)
  }

  /** Number of members on all levels. */
  get size(): number {
    return this.#children.reduce((count, { set }) => count + set.size, this.#members.length)
  }

  /** Reports whether the set has no member on any level. */
  get isEmpty(): boolean {
    return this.#members.length === 0 && this.#children.every(({ set }) => set.isEmpty)
  }

  equals(other: FieldSet): boolean {
    return (
      this === other ||
      (this.#members.length === other.#members.length &&
        this.#children.length === other.#children.length &&
        this.#members.every((element, i) => element.equals(other.#members[i]!)) &&
        this.#children.every(({ element, set }, i) => {
          const { element: otherElement, set: otherSet } = other.#children[i]!
          return element.equals(otherElement) && set.equals(otherSet)
        }))
    )
  }

  /** The fields of either set. */
  union(other: FieldSet): FieldSet {
    if (this === other) return this
    const children: ChildSet[] = []
    const keep = (child: ChildSet): void => void children.push(child)
    zip(this.#children, other.#children, {
      compare: compareChildren,
      left: keep,
      right: keep,
      both: (a, b) => children.push({ element: a.element, set: a.set.union(b.set) }),
    })
    return new FieldSet(unionOf(this.#members, other.#members), children)
  }

  /** The fields of any of the sets: two by two, so that no field is copied more often than the logarithm of their number. */
  static unionAll(sets: readonly FieldSet[]): FieldSet {
    if (sets.length < 2) return sets[0] ?? new FieldSet()
    const middle = sets.length >>> 1
    return FieldSet.unionAll(sets.slice(0, middle)).union(FieldSet.unionAll(sets.slice(middle)))
  }

  /** The fields of both sets. */
  intersection(other: FieldSet): FieldSet {
    const children: ChildSet[] = []
    zip(this.#children, other.#children, {
      compare: compareChildren,
      both: (a, b) => pushUnlessEmpty(children, a.element, a.set.intersection(b.set)),
    })
    return new FieldSet(intersectionOf(this.#members, other.#members), children)
  }

  /** The fields of this set that the other does not have. A parent and its children are different fields. */
  difference(other: FieldSet): FieldSet {
    const children: ChildSet[] = []
    zip(this.#children, other.#children, {
      compare: compareChildren,
      left: (child) => children.push(child),
      both: (a, b) => pushUnlessEmpty(children, a.element, a.set.difference(b.set)),
    })
    return new FieldSet(differenceOf(this.#members, other.#members), children)
  }

  /** As {@link FieldSet.difference}, but a member of the other set takes everything below it away too. */
  recursiveDifference(other: FieldSet): FieldSet {
    const children: ChildSet[] = []
    zip(this.#children, other.#children, {
      compare: compareChildren,
      left: (child) => {
        if (!other.hasMember(child.element)) children.push(child)
      },
      both: (a, b) => {
        if (!other.hasMember(a.element)) pushUnlessEmpty(children, a.element, a.set.recursiveDifference(b.set))
      },
    })
    return new FieldSet(differenceOf(this.#members, other.#members), children)
  }

  /** The members that have no subset. */
  leaves(): FieldSet {
    const withSubset = this.#children.map(elementOf)
    return new FieldSet(
      differenceOf(this.#members, withSubset),
      this.#children.map(({ element, set }) => ({ element, set: set.leaves() })),
    )
  }

  /** Calls `visit` for each member, parents before their children's subsets. */
  forEach(visit: (path: Path) => void): void {
    this.#visit([], visit)
  }

  #visit(prefix: readonly PathElement[], visit: (path: Path) => void): void {
    for (const element of this.#members) visit([...prefix, element])
    for (const { element, set } of this.#children) set.#visit([...prefix, element], visit)
  }

  /** The members as paths, in the order of {@link FieldSet.forEach}. */
  paths(): Path[] {
    const paths: Path[] = []
    this.forEach((path) => {
      paths.push(path)
    })
    return paths
  }

  *[Symbol.iterator](): IterableIterator<Path> {
    yield* this.paths()
  }

  /** One path a line. */
  toString(): string {
    return this.paths().map(pathText).join('\n')
  }
}

function pushUnlessEmpty(children: ChildSet[], element: PathElement, set: FieldSet): void {
  if (!set.isEmpty) children.push({ element, set })
}

/** The set of the given fields: `fieldSetOf(['spec', 'replicas'], ['metadata', 'labels'])`. */
export function fieldSetOf(...paths: (readonly PathPart[])[]): FieldSet {
  return FieldSet.of(...paths.map((parts) => makePath(...parts)))
}
