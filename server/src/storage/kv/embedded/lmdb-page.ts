/**
 * The file format of LMDB as lmdb-js writes it (data version 2, 64 bits, little-endian), as far as it is needed to find out
 * whether a file is whole. Source: mdb.c of the package lmdb: `MDB_page_header`, `MDB_node`, `MDB_meta`, `MDB_ovpage`.
 */
export const headerBytes = 24
export const magic = 0xbeefc0de
export const dataVersion = 2
/** The root of an empty tree. */
export const noPage = -1

export const pageKind = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const
const bigData = 0x01
const nodeHeaderBytes = 8
const overflowBytes = 24

/** One of the two trees of a file. */
export interface TreeFacts {
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** `noPage` where it is empty. */
  readonly root: number
}

/** One of the snapshots of a file. */
export interface Meta {
  readonly pageSize: number
  readonly mapSize: number
  readonly flags: number
  readonly mainFlags: number
  readonly free: TreeFacts
  readonly main: TreeFacts
  readonly lastPage: number
  readonly transaction: number
  /** Identifies the run of the system that wrote it. */
  readonly boot: bigint
}

/** One entry of a page of a tree. */
export interface Node {
  /** Where it begins in the page. */
  readonly start: number
  readonly end: number
  readonly key: Buffer
}

/** An entry of a leaf. */
export interface LeafNode extends Node {
  readonly size: number
  /** The value, or where it is. */
  readonly value: Buffer | OverflowValue
}

/** A value with pages of its own. */
export interface OverflowValue {
  readonly page: number
  readonly pages: number
}

/** Why bytes are not what LMDB writes. */
export class PageError extends Error {}

/** Reads the snapshot in a page, or in a half of one; `bytes` starts with the header of the page. Throws `PageError`. */
export function readMeta(bytes: Buffer): Meta {
  if (bytes.length < headerBytes + 144) throw new PageError('its start is missing')
  if (bytes.readUInt32LE(headerBytes) !== magic) throw new PageError('it is no file of LMDB')
  const version = bytes.readUInt32LE(headerBytes + 4)
  if (version !== dataVersion) throw new PageError(`it has version ${version} of the format of LMDB`)
  return readSnapshot(bytes)
}

/** Like {@link readMeta}, without its first fields, which a flushed snapshot lacks. */
export function readSnapshot(bytes: Buffer): Meta {
  return {
    mapSize: integer(bytes, 40),
    pageSize: bytes.readUInt32LE(48),
    flags: bytes.readUInt16LE(52),
    mainFlags: bytes.readUInt16LE(100),
    free: readTree(bytes, 48),
    main: readTree(bytes, 96),
    lastPage: integer(bytes, 144),
    transaction: integer(bytes, 152),
    boot: bytes.readBigInt64LE(160),
  }
}

function readTree(bytes: Buffer, at: number): TreeFacts {
  return {
    depth: bytes.readUInt16LE(at + 6),
    branchPages: integer(bytes, at + 8),
    leafPages: integer(bytes, at + 16),
    overflowPages: integer(bytes, at + 24),
    entries: integer(bytes, at + 32),
    root: bytes.readBigInt64LE(at + 40) === -1n ? noPage : integer(bytes, at + 40),
  }
}

/** Numbers beyond 2^53 stay too large to be true. */
function integer(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

/** Number and transaction of a page. */
export function pageHeader(page: Buffer): {
  readonly number: number
  readonly transaction: number
  readonly flags: number
} {
  return { number: integer(page, 0), transaction: integer(page, 8), flags: page.readUInt16LE(18) }
}

/** How many pages a value has, by the header of its first. */
export function overflowCount(page: Buffer): number {
  return page.readUInt32LE(20)
}

/** How many pages a value of a size needs. */
export function overflowPagesOf(size: number, pageSize: number): number {
  return Math.floor((headerBytes - 1 + size) / pageSize) + 1
}

/** Where the entries of a page begin, in the order of their keys. Throws `PageError`. */
function nodeStarts(page: Buffer): number[] {
  const lower = page.readUInt16LE(20)
  const upper = page.readUInt16LE(22)
  const room = page.length - headerBytes
  if (lower % 2 !== 0 || lower > upper || upper > room) throw new PageError('a page has wrong bounds')
  const starts: number[] = []
  for (let at = 0; at < lower; at += 2) {
    const start = page.readUInt16LE(headerBytes + at)
    if (start % 2 !== 0 || start < upper || start + nodeHeaderBytes > room) {
      throw new PageError('an entry is outside of its page')
    }
    starts.push(headerBytes + start)
  }
  return starts
}

/** The entries of a leaf. Throws `PageError` for one that does not fit. */
export function leafNodes(page: Buffer): LeafNode[] {
  return nodeStarts(page).map((start) => leafNode(page, start))
}

/** The entries of a leaf that fit; for one that may be damaged. */
export function wholeLeafNodes(page: Buffer): LeafNode[] {
  const nodes: LeafNode[] = []
  const count = Math.min(page.readUInt16LE(20), page.length - headerBytes) >> 1
  for (let index = 0; index < count; index++) {
    try {
      nodes.push(leafNode(page, headerBytes + page.readUInt16LE(headerBytes + 2 * index)))
    } catch {
      // Others in the page may be whole.
    }
  }
  return nodes
}

function leafNode(page: Buffer, start: number): LeafNode {
  if (start + nodeHeaderBytes > page.length) throw new PageError('an entry is outside of its page')
  const size = page.readUInt32LE(start)
  const flags = page.readUInt16LE(start + 4)
  const dataStart = start + nodeHeaderBytes + page.readUInt16LE(start + 6)
  if (flags !== 0 && flags !== bigData) throw new PageError('an entry has an unknown kind')
  const dataEnd = dataStart + (flags === bigData ? overflowBytes : size)
  if (dataEnd > page.length) throw new PageError('an entry is longer than its page')
  const key = page.subarray(start + nodeHeaderBytes, dataStart)
  const value =
    flags === bigData
      ? { page: integer(page, dataStart), pages: integer(page, dataStart + 16) }
      : page.subarray(dataStart, dataEnd)
  return { start, end: even(dataEnd), key, size, value }
}

/** The entries of a branch, with the number of the page below. Throws `PageError`. */
export function branchNodes(page: Buffer): (Node & { readonly page: number })[] {
  return nodeStarts(page).map((start) => {
    const keyStart = start + nodeHeaderBytes
    const end = keyStart + page.readUInt16LE(start + 6)
    if (end > page.length) throw new PageError('an entry is longer than its page')
    const below = page.readUInt32LE(start) + page.readUInt16LE(start + 4) * 2 ** 32
    return { start, end: even(end), key: page.subarray(keyStart, end), page: below }
  })
}

/** Requires that entries are one beside the other, as LMDB moves them when it writes. Throws `PageError`. */
export function requireContiguous(page: Buffer, nodes: readonly Node[]): void {
  const sorted = [...nodes].sort((a, b) => a.start - b.start)
  let expected = headerBytes + page.readUInt16LE(22)
  for (const { start, end } of sorted) {
    if (start !== expected) throw new PageError('entries of a page overlap')
    expected = end
  }
  if (expected !== page.length) throw new PageError('entries of a page do not fill it')
}

function even(size: number): number {
  return size + (size % 2)
}
