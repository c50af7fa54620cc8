import type { Node } from 'web-tree-sitter'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { lintMarkerLine, lintUnreadMarker } from '../../markers/lint.js'
import { lintTag } from '../../markers/lint-tag.js'
import { type Marker, parseMarker } from '../../markers/marker.js'
import type { GoComments } from './go-syntax.js'

/** Consecutive comment lines. */
interface CommentGroup {
  firstRow: number
  lastRow: number
  nodes: Node[]
}

/**
 * The comments among the children of one node, and their declarations.
 *
 * As in Go's generators a declaration owns the comment that ends in the line above it, and its type-level markers may also
 * be in the one above that, one empty line apart.
 */
export class CommentScope {
  readonly #groups: CommentGroup[] = []
  /** Rows in which something else than a comment ends. */
  readonly #codeEnds = new Set<number>()
  readonly #source: SourceText
  readonly #diagnostics: Diagnostics
  readonly #linted = new Set<CommentGroup>()

  constructor(parent: Node, source: SourceText, diagnostics: Diagnostics) {
    this.#source = source
    this.#diagnostics = diagnostics
    let lastCodeRow = -1
    for (const child of parent.children) {
      if (child === null) continue
      if (child.type !== 'comment') {
        lastCodeRow = child.endPosition.row
        this.#codeEnds.add(lastCodeRow)
      } else if (child.startPosition.row !== lastCodeRow) {
        this.#add(child)
      }
    }
  }

  #add(node: Node): void {
    const group = this.#groups.at(-1)
    if (group !== undefined && group.lastRow + 1 === node.startPosition.row) {
      group.nodes.push(node)
      group.lastRow = node.endPosition.row
    } else {
      this.#groups.push({ firstRow: node.startPosition.row, lastRow: node.endPosition.row, nodes: [node] })
    }
  }

  /** Comments of the declaration that starts in `row`; `detached` adds the group one empty line above. */
  above(row: number, detached: boolean): GoComments {
    const closest = this.#groups.find((group) => group.lastRow === row - 1)
    const between = (closest?.firstRow ?? row) - 1
    const mayBeSecond = detached && !this.#codeEnds.has(between)
    const second = mayBeSecond ? this.#groups.find((group) => group.lastRow === between - 1) : undefined
    const lines = closest === undefined ? [] : this.#lines(closest)
    return {
      markers: [
        ...(second === undefined ? [] : this.#markers(second)),
        ...(closest === undefined ? [] : this.#markers(closest)),
      ],
      doc: lines
        .map(({ text }) => text.replace(/^ /, ''))
        .filter((text) => !/^\s*(\+|---)/.test(text))
        .join('\n')
        .trim(),
    }
  }

  /** Markers of every comment that ends above `row`. */
  allMarkersAbove(row: number): Marker[] {
    return this.#groups.filter((group) => group.lastRow < row).flatMap((group) => this.#markers(group))
  }

  /** Warns about unused markers anywhere: above functions, or alone. */
  lintOthers(): void {
    for (const group of this.#groups) {
      if (this.#linted.has(group)) continue
      for (const { text, offset } of this.#lines(group)) {
        lintUnreadMarker(text, this.#diagnostics, {
          source: this.#source,
          start: offset,
          end: offset + text.trimEnd().length,
        })
      }
    }
  }

  #markers(group: CommentGroup): Marker[] {
    const markers: Marker[] = []
    for (const { text, offset } of this.#lines(group)) {
      const start = offset + (text.length - text.trimStart().length)
      const span = { source: this.#source, start, end: offset + text.trimEnd().length }
      if (!this.#linted.has(group)) lintMarkerLine(text, this.#diagnostics, span)
      const marker = parseMarker(text, span)
      if (marker === undefined) continue
      if (!this.#linted.has(group)) lintTag(marker, this.#diagnostics)
      markers.push(marker)
    }
    this.#linted.add(group)
    return markers
  }

  #lines(group: CommentGroup): { text: string; offset: number }[] {
    return group.nodes.flatMap((node) => {
      const raw = node.text
      if (raw.startsWith('//')) return [{ text: raw.slice(2).replace(/\r$/, ''), offset: node.startIndex + 2 }]
      let offset = node.startIndex + 2
      return raw
        .slice(2, -2)
        .split('\n')
        .map((line) => {
          const at = offset
          offset += line.length + 1
          const bullet = /^\s*\*\s?/.exec(line)?.[0].length ?? 0
          return { text: line.slice(bullet).replace(/\r$/, ''), offset: at + bullet }
        })
    })
  }
}
