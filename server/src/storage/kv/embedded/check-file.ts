import { bootOf, LMDBFile } from './lmdb-file.js'
import {
  branchNodes,
  headerBytes,
  type LeafNode,
  leafNodes,
  type Meta,
  noPage,
  type OverflowValue,
  overflowCount,
  overflowPagesOf,
  PageError,
  pageHeader,
  pageKind,
  requireContiguous,
  type TreeFacts,
} from './lmdb-page.js'

/** Flags that lmdb-js stores of a file and of its trees; the free pages have integers as keys. */
const integerKeys = 0x08
const overlapping = 0x1000
const withoutFolder = 0x4000
const longestKey = 1978
const deepest = 32
const largestMap = 2 ** 47

/**
 * Requires that LMDB can read and write a file: that each page of the two trees is where it should be, once, and that no free
 * page is one of them. Values are not looked at: records have checksums. Throws `PageError`.
 */
export function checkFile(path: string, boot: bigint = bootOf()): void {
  const file = new LMDBFile(path)
  try {
    const metas = file.metas()
    for (const [number, meta] of metas.entries()) requireMetaPage(file, number, meta)
    requireFollowing(metas)
    new SnapshotCheck(file, snapshotThatOpens(file, metas, boot)).run()
  } finally {
    file.close()
  }
}

/** The snapshot that LMDB continues with. */
export function snapshotThatOpens(file: LMDBFile, [first, second]: readonly [Meta, Meta], boot: bigint): Meta {
  const newest = first.transaction >= second.transaction ? first : second
  if ((newest.flags & overlapping) === 0 || newest.boot === boot) return newest
  // After a failure of power it goes back to what was surely synced.
  const flushed = file.flushed(first)
  const oldest = first.transaction <= second.transaction ? first : second
  if (flushed.transaction === 0) return oldest
  return flushed.transaction <= oldest.transaction ? flushed : oldest
}

function requireMetaPage(file: LMDBFile, number: number, meta: Meta): void {
  const header = pageHeader(file.bytes(number * meta.pageSize, headerBytes))
  if (header.number !== number || header.flags !== pageKind.meta)
    throw new PageError('its first pages are not what they were')
  if ((meta.flags & ~(overlapping | withoutFolder)) !== integerKeys || meta.mainFlags !== 0)
    throw new PageError('it has unknown flags')
  if (meta.mapSize > largestMap) throw new PageError('it has a wrong size')
  file.requireLength(meta)
}

/** Each transaction writes the page that the one before has not written, so the two are neighbours, but in a new file or copy. */
function requireFollowing([first, second]: readonly [Meta, Meta]): void {
  if (first.pageSize !== second.pageSize) throw new PageError('its first pages do not fit')
  const [a, b] = [first.transaction, second.transaction]
  const isNew = a === b && a <= 1
  const follows = Math.abs(a - b) === 1 && a % 2 === 0 && b % 2 === 1
  const isCopy = a === 0 && b % 2 === 1 && first.main.root === noPage && first.free.root === noPage
  if (!isNew && !follows && !isCopy) throw new PageError('its first pages do not follow each other')
}

/** What a tree of the file has, as it is counted. */
interface Counts {
  branchPages: number
  leafPages: number
  overflowPages: number
  entries: number
}

/** Limits of the keys below a branch. */
interface Bounds {
  readonly from: Buffer | undefined
  readonly below: Buffer | undefined
}

/** A page of a tree, by what is above it. */
interface Place extends Bounds {
  readonly number: number
  readonly level: number
}

interface Walk {
  readonly compare: Compare
  readonly visit: (node: LeafNode) => void
  readonly counts: Counts
  readonly depth: number
}

type Compare = (a: Buffer, b: Buffer) => number

/** Walks one snapshot. */
class SnapshotCheck {
  readonly #file: LMDBFile
  readonly #meta: Meta
  /** Pages that were met. */
  readonly #used: Uint8Array

  constructor(file: LMDBFile, meta: Meta) {
    this.#file = file
    this.#meta = meta
    this.#used = new Uint8Array(meta.lastPage + 1)
    this.#used.fill(1, 0, 2)
  }

  run(): void {
    const { main, free } = this.#meta
    this.#tree(main, Buffer.compare, ({ key }) => {
      if (key.length === 0 || key.length > longestKey) throw new PageError('a key has a wrong length')
    })
    const lists: LeafNode[] = []
    this.#tree(free, compareIntegers, (node) => {
      if (node.key.length !== 8) throw new PageError('a list of free pages has a wrong key')
      lists.push(node)
    })
    for (const list of lists) this.#freePages(list)
  }

  #tree(facts: TreeFacts, compare: Compare, visit: (node: LeafNode) => void): void {
    const counts: Counts = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
    if (facts.root !== noPage) {
      if (facts.depth < 1 || facts.depth > deepest) throw new PageError('a tree has a wrong depth')
      const walk = { compare, visit, counts, depth: facts.depth }
      this.#page({ number: facts.root, level: 1, from: undefined, below: undefined }, walk)
    } else if (facts.depth !== 0) throw new PageError('a tree has a wrong depth')
    for (const name of ['branchPages', 'leafPages', 'overflowPages', 'entries'] as const) {
      if (counts[name] !== facts[name]) throw new PageError('a tree is not complete')
    }
  }

  #page(place: Place, walk: Walk): void {
    this.#use(place.number, 1)
    if (place.level === walk.depth) this.#leaf(place, walk)
    else this.#branch(place, walk)
  }

  #leaf(place: Place, { counts, compare, visit }: Walk): void {
    counts.leafPages++
    const page = this.#treePage(place.number, pageKind.leaf)
    const nodes = leafNodes(page)
    requireOrder(nodes, place, compare)
    requireContiguous(page, nodes)
    for (const node of nodes) {
      counts.entries++
      if (!Buffer.isBuffer(node.value)) counts.overflowPages += this.#overflow(node.value, node.size)
      visit(node)
    }
  }

  #branch({ number, level, from, below }: Place, walk: Walk): void {
    walk.counts.branchPages++
    const page = this.#treePage(number, pageKind.branch)
    const nodes = branchNodes(page)
    if (nodes.length === 0) throw new PageError('a branch is empty')
    // The first key of a branch stands for all that are smaller.
    requireOrder(nodes.slice(1), { from, below }, walk.compare)
    requireContiguous(page, nodes)
    for (const [index, node] of nodes.entries()) {
      const bounds = { from: index === 0 ? from : node.key, below: nodes[index + 1]?.key ?? below }
      this.#page({ number: node.page, level: level + 1, ...bounds }, walk)
    }
  }

  #treePage(number: number, kind: number): Buffer {
    const page = this.#file.page(number, this.#meta.pageSize)
    const header = pageHeader(page)
    if (header.number !== number || header.flags !== kind) throw new PageError(`page ${number} is not what it was`)
    this.#requirePast(header.transaction)
    return page
  }

  /** LMDB takes a page of a later transaction for one of its own, which is still in memory. */
  #requirePast(transaction: number): void {
    if (transaction > this.#meta.transaction) throw new PageError('a page is of a transaction that has not been')
  }

  #overflow({ page: number, pages }: OverflowValue, size: number): number {
    if (pages !== overflowPagesOf(size, this.#meta.pageSize)) throw new PageError('a value has a wrong length')
    this.#use(number, pages)
    const start = number * this.#meta.pageSize
    const page = this.#file.bytes(start, headerBytes)
    // The rest is read with the records, and must be there.
    this.#file.bytes(start + pages * this.#meta.pageSize - 1, 1)
    const header = pageHeader(page)
    if (header.number !== number || header.flags !== pageKind.overflow || overflowCount(page) !== pages) {
      throw new PageError(`page ${number} is not what it was`)
    }
    this.#requirePast(header.transaction)
    return pages
  }

  #use(number: number, pages: number): void {
    const { lastPage } = this.#meta
    if (!(number >= 2 && number + pages - 1 <= lastPage)) throw new PageError(`there is no page ${number}`)
    for (let at = number; at < number + pages; at++) {
      if (this.#used[at] !== 0) throw new PageError(`page ${at} is in two places`)
      this.#used[at] = 1
    }
  }

  /** A list is its length, then pages; a negative number is the length of the run that starts with the next. 0 is no page. */
  #freePages({ size, value }: LeafNode): void {
    const bytes = Buffer.isBuffer(value)
      ? value
      : this.#file.bytes(value.page * this.#meta.pageSize + headerBytes, size)
    if (bytes.length < 8 || bytes.length % 8 !== 0) throw new PageError('a list of free pages has a wrong length')
    const count = Number(bytes.readBigInt64LE(0))
    if (count < 0 || count > bytes.length / 8 - 1) throw new PageError('a list of free pages has a wrong length')
    let run = 1
    for (let index = 1; index <= count; index++) {
      const entry = Number(bytes.readBigInt64LE(index * 8))
      if (entry < 0) {
        if (run !== 1) throw new PageError('a list of free pages is wrong')
        run = -entry
      } else if (entry > 0) {
        this.#use(entry, run)
        run = 1
      }
    }
  }
}

function requireOrder(nodes: readonly { readonly key: Buffer }[], { from, below }: Bounds, compare: Compare): void {
  let before: Buffer | undefined
  for (const { key } of nodes) {
    if (before === undefined ? from !== undefined && compare(from, key) > 0 : compare(before, key) >= 0) {
      throw new PageError('keys are not in order')
    }
    before = key
  }
  if (before !== undefined && below !== undefined && compare(before, below) >= 0) {
    throw new PageError('keys are not in order')
  }
}

function compareIntegers(a: Buffer, b: Buffer): number {
  if (a.length !== 8 || b.length !== 8) throw new PageError('a list of free pages has a wrong key')
  const [x, y] = [a.readBigUInt64LE(0), b.readBigUInt64LE(0)]
  return x < y ? -1 : x > y ? 1 : 0
}
