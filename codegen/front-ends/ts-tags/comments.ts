import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan, SourceText } from '../../diagnostics/source-span.js'
import { lintMarkerLine } from '../../markers/lint.js'
import { lintTag } from '../../markers/lint-tag.js'
import { type Marker, MarkerSet, parseMarker } from '../../markers/marker.js'

/** A stretch of comment lines without an empty line between them. */
export interface CommentBlock {
  readonly lines: readonly CommentLine[]
  /** Line of the source that the block ends on, from 0. */
  readonly lastLine: number
}

interface CommentLine {
  readonly text: string
  /** The text before the comment: `//`, `// `, ` * `. */
  readonly opening: string
  readonly span: SourceSpan
}

/** Comments of one declaration. */
export interface Comments {
  readonly markers: MarkerSet
  readonly doc: string
}

/** Position of a comment in its text. */
export interface CommentRange {
  readonly pos: number
  readonly end: number
}

/** Groups comments into blocks, as Go sees them: an empty line ends a block. */
export function commentBlocks(source: SourceText, ranges: readonly CommentRange[]): CommentBlock[] {
  const blocks: { lines: CommentLine[]; lastLine: number }[] = []
  for (const range of ranges) {
    const firstLine = lineOf(source.text, range.pos)
    const last = blocks.at(-1)
    const lines = linesOf(source, range)
    const lastLine = lineOf(source.text, range.end)
    if (last !== undefined && firstLine === last.lastLine + 1) {
      last.lines.push(...lines)
      last.lastLine = lastLine
    } else blocks.push({ lines, lastLine })
  }
  return blocks
}

/** Line of an offset, from 0. */
export function lineOf(text: string, offset: number): number {
  let line = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

function linesOf(source: SourceText, { pos, end }: CommentRange): CommentLine[] {
  const text = source.text.slice(pos, end)
  if (text.startsWith('//')) {
    const [opening = '//'] = /^\/\/ ?/.exec(text) ?? []
    return [{ text: text.slice(opening.length), opening, span: { source, start: pos + opening.length, end } }]
  }
  let offset = pos
  return text.split('\n').flatMap((raw) => {
    const start = offset
    offset += raw.length + 1
    const [opening = ''] = /^\s*(\/\*+|\*(?!\/))? ?/.exec(raw) ?? []
    const body = raw.slice(opening.length).replace(/\s*\*+\/\s*$/, '')
    if (body.trim() === '' && /^\s*(\/\*+|\*+\/)/.test(raw)) return []
    const at = start + opening.length
    return [{ text: body, opening: ' * ', span: { source, start: at, end: at + body.length } }]
  })
}

/** Reads markers and prose of some blocks, and warns about what only looks like a marker. */
export function readComments(blocks: readonly CommentBlock[], diagnostics: Diagnostics): Comments {
  const markers: Marker[] = []
  const doc: string[] = []
  for (const line of blocks.flatMap(({ lines }) => lines)) {
    const marker = readMarker(line, diagnostics)
    if (marker !== undefined) markers.push(marker)
    else if (!/^\s*\+\s*[a-z]/.test(line.text)) doc.push(line.text)
  }
  return { markers: new MarkerSet(markers), doc: doc.join('\n').trim() }
}

function readMarker({ text, opening, span }: CommentLine, diagnostics: Diagnostics): Marker | undefined {
  lintMarkerLine(text, diagnostics, span)
  const marker = parseMarker(text, span)
  if (marker === undefined) return undefined
  if (opening === '//') {
    const message = `write "// ${text.trim()}": the notation of Go's markers has a space after "//"`
    diagnostics.warning('marker-spacing', message, span)
  }
  lintTag(marker, diagnostics)
  return marker
}

/** Warns about markers in blocks that belong to no declaration. */
export function warnDetached(blocks: readonly CommentBlock[], what: string, diagnostics: Diagnostics): void {
  for (const { lines } of blocks) {
    for (const { text, span } of lines) {
      if (parseMarker(text) === undefined) continue
      const message = `an empty line parts this marker from its ${what}: it is ignored, by Go too`
      diagnostics.warning('marker-detached', message, span)
    }
  }
}
