import { compareKeys } from './compare-keys.js'

/** What an {@link OrderedMap} holds: a value that knows its key. */
export interface Keyed {
  readonly key: string
}

interface Leaf<V> {
  readonly items: readonly V[]
  readonly children?: undefined
  readonly size: number
}

interface Branch<V> {
  readonly items?: undefined
  readonly children: readonly Node<V>[]
  /** First key below each child. */
  readonly keys: readonly string[]
  readonly size: number
}

type Node<V> = Leaf<V> | Branch<V>

const most = 48
const least = most / 4

/**
 * An immutable map in the order of the UTF-8 bytes of its keys: a B+ tree of which a change copies one path. Keeping an
 * older map is a snapshot that costs nothing but the nodes that have changed since.
 */
export class OrderedMap<V extends Keyed> implements Iterable<V> {
  readonly #root: Node<V>

  private constructor(root: Node<V>) {
    this.#root = root
  }

  static empty<V extends Keyed>(): OrderedMap<V> {
    return new OrderedMap<V>(leafOf<V>([]))
  }

  /** A map of values that are in order already, each key once. */
  static fromSorted<V extends Keyed>(values: readonly V[]): OrderedMap<V> {
    const full = Math.floor(most * 0.75)
    let level: Node<V>[] = []
    for (let at = 0; at < values.length; at += full) level.push(leafOf(values.slice(at, at + full)))
    while (level.length > 1) {
      const above: Node<V>[] = []
      for (let at = 0; at < level.length; at += full) above.push(branchOf(level.slice(at, at + full)))
      level = above
    }
    return new OrderedMap(level[0] ?? leafOf<V>([]))
  }

  get size(): number {
    return this.#root.size
  }

  get(key: string): V | undefined {
    let node = this.#root
    while (node.children !== undefined) node = node.children[childOf(node, key)]!
    const found = node.items[lowerBound(node.items, key)]
    return found !== undefined && found.key === key ? found : undefined
  }

  /** A map with this value in place of what has its key. */
  set(value: V): OrderedMap<V> {
    const parts = insert(this.#root, value)
    return new OrderedMap(parts.length === 1 ? parts[0]! : branchOf(parts))
  }

  /** A map without a key; the same map where there is none. */
  delete(key: string): OrderedMap<V> {
    const left = remove(this.#root, key)
    if (left === this.#root) return this
    return new OrderedMap(left.children?.length === 1 ? left.children[0]! : left)
  }

  /** How many keys come before this one. */
  rank(key: string): number {
    let node = this.#root
    let before = 0
    while (node.children !== undefined) {
      const at = childOf(node, key)
      for (let i = 0; i < at; i++) before += node.children[i]!.size
      node = node.children[at]!
    }
    return before + lowerBound(node.items, key)
  }

  /** The values whose keys are not before `from`, in order. */
  *from(from: string): Generator<V, void> {
    const path: { node: Branch<V>; at: number }[] = []
    let node: Node<V> = this.#root
    for (; node.children !== undefined; node = node.children[path.at(-1)!.at]!)
      path.push({ node, at: childOf(node, from) })
    yield* node.items.slice(lowerBound(node.items, from))
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      if (++step.at >= step.node.children.length) {
        path.pop()
        continue
      }
      let next = step.node.children[step.at]!
      for (; next.children !== undefined; next = next.children[0]!) path.push({ node: next, at: 0 })
      yield* next.items
    }
  }

  [Symbol.iterator](): Iterator<V> {
    return this.from('')
  }

  /** At most `limit` values whose keys start with `prefix` and are not before `from`, in order. */
  withPrefix(prefix: string, from = prefix, limit = Number.POSITIVE_INFINITY): V[] {
    const found: V[] = []
    if (limit > 0) collect(this.#root, { prefix, from: compareKeys(from, prefix) < 0 ? prefix : from, limit, found })
    return found
  }

  /** How many keys start with `prefix` and are not before `from`. */
  countPrefix(prefix: string, from = prefix): number {
    const start = compareKeys(from, prefix) < 0 ? prefix : from
    if (!start.startsWith(prefix)) return compareKeys(start, prefix) > 0 ? 0 : this.countPrefix(prefix)
    return this.rankAfterPrefix(prefix) - this.rank(start)
  }

  /** How many keys come before the first one after all that start with `prefix`. */
  private rankAfterPrefix(prefix: string): number {
    let node = this.#root
    let before = 0
    while (node.children !== undefined) {
      const { keys }: Branch<V> = node
      const at = Math.max(0, partition(keys.length, (i) => !isPast(keys[i]!, prefix)) - 1)
      for (let i = 0; i < at; i++) before += node.children[i]!.size
      node = node.children[at]!
    }
    const { items }: Leaf<V> = node
    return before + partition(items.length, (i) => !isPast(items[i]!.key, prefix))
  }
}

function isPast(key: string, prefix: string): boolean {
  return !key.startsWith(prefix) && compareKeys(key, prefix) > 0
}

/** The first index for which `before` is false; it must not be true again after that. */
function partition(length: number, before: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(middle)) low = middle + 1
    else high = middle
  }
  return low
}

interface Collection<V> {
  readonly prefix: string
  readonly from: string
  readonly limit: number
  readonly found: V[]
}

/** Adds what is wanted below a node; false when what follows is past it. */
function collect<V extends Keyed>(node: Node<V>, wanted: Collection<V>): boolean {
  const { prefix, from, limit, found } = wanted
  if (node.children !== undefined) {
    for (let at = childOf(node, from); at < node.children.length; at++)
      if (!collect(node.children[at]!, wanted)) return false
    return true
  }
  const first = found.length === 0 ? lowerBound(node.items, from) : 0
  for (let at = first; at < node.items.length; at++) {
    if (found.length >= limit || !node.items[at]!.key.startsWith(prefix)) return false
    found.push(node.items[at]!)
  }
  return true
}

function leafOf<V>(items: readonly V[]): Leaf<V> {
  return { items, size: items.length }
}

function branchOf<V extends Keyed>(children: readonly Node<V>[]): Branch<V> {
  let size = 0
  for (const child of children) size += child.size
  return { children, keys: children.map(firstKey), size }
}

function firstKey<V extends Keyed>(node: Node<V>): string {
  return node.children === undefined ? (node.items[0]?.key ?? '') : node.keys[0]!
}

/** First index whose key is not before `key`. */
function lowerBound<V extends Keyed>(items: readonly V[], key: string): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(items[middle]!.key, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The child below which a key is or would be. */
function childOf<V>({ keys }: Branch<V>, key: string): number {
  let low = 1
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareKeys(keys[middle]!, key) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

function insert<V extends Keyed>(node: Node<V>, value: V): Node<V>[] {
  if (node.children !== undefined) {
    const at = childOf(node, value.key)
    const parts = insert(node.children[at]!, value)
    if (parts.length === 1) return [withChild(node, at, parts[0]!)]
    return splitBranch(spliced(node.children, at, { remove: 1, add: parts }))
  }
  const { items: old }: Leaf<V> = node
  const at = lowerBound(old, value.key)
  const present = old[at]?.key === value.key
  const items = old.slice()
  items.splice(at, present ? 1 : 0, value)
  if (items.length <= most) return [leafOf(items)]
  const middle = items.length >>> 1
  return [leafOf(items.slice(0, middle)), leafOf(items.slice(middle))]
}

/** A branch with another child in the place of one: what the others begin with need not be asked again. */
function withChild<V extends Keyed>({ children, keys, size }: Branch<V>, at: number, child: Node<V>): Branch<V> {
  const first = firstKey(child)
  return {
    children: children.with(at, child),
    keys: keys[at] === first ? keys : keys.with(at, first),
    size: size - children[at]!.size + child.size,
  }
}

function splitBranch<V extends Keyed>(children: readonly Node<V>[]): Node<V>[] {
  if (children.length <= most) return [branchOf(children)]
  const middle = children.length >>> 1
  return [branchOf(children.slice(0, middle)), branchOf(children.slice(middle))]
}

function remove<V extends Keyed>(node: Node<V>, key: string): Node<V> {
  if (node.children === undefined) {
    const at = lowerBound(node.items, key)
    return node.items[at]?.key === key ? leafOf(spliced(node.items, at, { remove: 1, add: [] })) : node
  }
  const at = childOf(node, key)
  const before = node.children[at]!
  const after = remove(before, key)
  if (after === before) return node
  if (after.size === 0)
    return node.size === before.size ? leafOf([]) : branchOf(spliced(node.children, at, { remove: 1, add: [] }))
  if (width(after) >= least) return withChild(node, at, after)
  return branchOf(joined(spliced(node.children, at, { remove: 1, add: [after] }), at))
}

/** Joins a child that has become small with a neighbour, and cuts the two where they are too much for one node. */
function joined<V extends Keyed>(children: readonly Node<V>[], at: number): readonly Node<V>[] {
  if (width(children[at]!) >= least || children.length === 1) return children
  const left = at === 0 ? 0 : at - 1
  return spliced(children, left, { remove: 2, add: join(children[left]!, children[left + 1]!) })
}

function width<V>(node: Node<V>): number {
  return node.children === undefined ? node.items.length : node.children.length
}

function join<V extends Keyed>(left: Node<V>, right: Node<V>): Node<V>[] {
  if (left.children !== undefined && right.children !== undefined)
    return splitBranch([...left.children, ...right.children])
  const items = [...(left.items ?? []), ...(right.items ?? [])]
  if (items.length <= most) return [leafOf(items)]
  const middle = items.length >>> 1
  return [leafOf(items.slice(0, middle)), leafOf(items.slice(middle))]
}

function spliced<T>(values: readonly T[], at: number, change: { remove: number; add: readonly T[] }): T[] {
  const copy = values.slice()
  copy.splice(at, change.remove, ...change.add)
  return copy
}
