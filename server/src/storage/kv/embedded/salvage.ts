import { LMDBFile } from './lmdb-file.js'
import {
  branchNodes,
  headerBytes,
  type LeafNode,
  leafNodes,
  type Meta,
  noPage,
  overflowPagesOf,
  PageError,
  pageHeader,
  pageKind,
  readMeta,
  type TreeFacts,
  wholeLeafNodes,
} from './lmdb-page.js'

/** A record as it is found in a file that is not whole; nothing says yet that it is right. */
export interface FoundRecord {
  readonly key: Buffer
  /** Absent where its pages cannot be read. */
  readonly value: Buffer | undefined
}

/** What can still be read of a file. */
export interface Found {
  readonly records: readonly FoundRecord[]
  /** Pages were lost, so that the rest was searched for records: some of them may have been deleted before. */
  readonly searched: boolean
}

const commonPageSize = 4096
const longestKey = 1978

/** Reads what can be read: the tree, and where parts of it are lost all pages that are not known to be free. Throws nothing. */
export function findRecords(path: string): Found {
  const file = new LMDBFile(path)
  try {
    return new Salvage(file).run()
  } finally {
    file.close()
  }
}

class Salvage {
  readonly #file: LMDBFile
  readonly #meta: Meta | undefined
  readonly #pageSize: number
  readonly #seen = new Set<number>()
  readonly #records: FoundRecord[] = []
  #lost = false

  constructor(file: LMDBFile) {
    this.#file = file
    const metas = readableMetas(file)
    this.#meta = metas.sort((a, b) => b.transaction - a.transaction)[0]
    this.#pageSize = this.#meta?.pageSize ?? commonPageSize
    // With one of the two gone, what is found may be what was before.
    this.#lost = metas.length < 2
  }

  run(): Found {
    const main = this.#meta?.main
    if (main === undefined) this.#lost = true
    else this.#tree(main, (page) => this.#leaf(page))
    if (this.#lost) this.#search()
    return { records: this.#records, searched: this.#lost }
  }

  #tree({ root }: TreeFacts, leaf: (page: Buffer) => void): void {
    if (root === noPage) return
    const waiting = [root]
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (this.#seen.has(number)) {
        this.#lost = true
        continue
      }
      this.#seen.add(number)
      const page = this.#page(number)
      const kind = page === undefined ? 0 : pageHeader(page).flags
      if (page !== undefined && kind === pageKind.leaf) leaf(page)
      else if (page !== undefined && kind === pageKind.branch) waiting.push(...this.#below(page))
      else this.#lost = true
    }
  }

  #below(page: Buffer): number[] {
    try {
      return branchNodes(page).map((node) => node.page)
    } catch {
      this.#lost = true
      return []
    }
  }

  /** A page that says it is the one at this place. */
  #page(number: number): Buffer | undefined {
    try {
      const page = this.#file.page(number, this.#pageSize)
      return pageHeader(page).number === number ? page : undefined
    } catch {
      return undefined
    }
  }

  #leaf(page: Buffer): void {
    let nodes: readonly LeafNode[]
    try {
      nodes = leafNodes(page)
    } catch {
      this.#lost = true
      nodes = wholeLeafNodes(page)
    }
    for (const node of nodes) {
      if (node.key.length === 0 || node.key.length > longestKey) this.#lost = true
      else this.#records.push({ key: node.key, value: this.#value(node) })
    }
  }

  #value({ value, size }: LeafNode): Buffer | undefined {
    if (Buffer.isBuffer(value)) return value
    try {
      if (value.pages !== overflowPagesOf(size, this.#pageSize)) throw new PageError('a value has a wrong length')
      return this.#file.bytes(value.page * this.#pageSize + headerBytes, size)
    } catch {
      return undefined
    }
  }

  /** Looks for leaves that the tree does not lead to any more. */
  #search(): void {
    const free = this.#freePages()
    const last = Math.floor(this.#file.size / this.#pageSize)
    for (let number = 2; number < last; number++) {
      if (this.#seen.has(number) || free.has(number)) continue
      const page = this.#page(number)
      if (page !== undefined && pageHeader(page).flags === pageKind.leaf) this.#leaf(page)
    }
  }

  /** The pages that are known to be free, and those of the tree that lists them. */
  #freePages(): Set<number> {
    const free = new Set<number>()
    if (this.#meta === undefined) return free
    this.#tree(this.#meta.free, (page) => {
      for (const node of wholeLeafNodes(page)) addFree(this.#value(node), free)
    })
    return free
  }
}

function addFree(list: Buffer | undefined, free: Set<number>): void {
  let run = 1
  for (let at = 8; list !== undefined && at + 8 <= list.length; at += 8) {
    const entry = Number(list.readBigInt64LE(at))
    if (entry < 0) run = Math.min(-entry, 1_000_000)
    else {
      for (let page = entry; entry > 0 && page < entry + run; page++) free.add(page)
      run = 1
    }
  }
}

/** The snapshots that can be read, at the places where they are with the usual sizes of pages. */
function readableMetas(file: LMDBFile): Meta[] {
  const metas: Meta[] = []
  for (const start of [0, 4096, 8192, 16_384, 32_768, 65_536]) {
    try {
      const bytes = file.bytes(start, headerBytes + 144)
      const meta = readMeta(bytes)
      const fits = pageHeader(bytes).flags === pageKind.meta && (start === 0 || start === meta.pageSize)
      const sized = meta.pageSize >= 512 && meta.pageSize <= 65_536 && meta.main.root * meta.pageSize < file.size
      if (fits && sized) metas.push(meta)
    } catch {
      // The other may be whole.
    }
  }
  return metas
}
