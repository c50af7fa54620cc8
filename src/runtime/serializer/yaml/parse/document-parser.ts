import type { TextPosition } from '../../../../errors/machinery-error.js'
import { yamlError } from '../yaml-error.js'
import type { AliasNode, MappingEntry, YAMLNode } from './node.js'
import { Scanner } from './scanner.js'
import type { Token, TokenType } from './token.js'

/** Levels of nesting beyond which reading could exhaust the stack. */
const maxDepth = 500

const yamlPrefix = 'tag:yaml.org,2002:'

/** What may follow a document without an end marker. */
const betweenDocuments: ReadonlySet<TokenType> = /* @__PURE__ */ new Set<TokenType>([
  'versionDirective',
  'tagDirective',
  'documentStart',
  'documentEnd',
  'streamEnd',
])

/** Anchor and tag of a node. */
interface Properties {
  readonly start: TextPosition
  readonly anchor: string
  readonly tag: string
}

/** Which nodes are allowed at a position. */
interface Place {
  readonly block: boolean
  /** A sequence may be in the column of its key. */
  readonly indentless?: boolean
}

const inBlock: Place = { block: true }
const inMapping: Place = { block: true, indentless: true }
const inFlow: Place = { block: false }

/** Refuses a token; Go counts lines from 0 here. */
function refuse(problem: string, position: TextPosition): never {
  throw yamlError(position.line > 1 ? `line ${position.line - 1}: ${problem}` : problem, position)
}

/** The position after an indicator. */
function behind({ start: { line, column, offset }, end }: Token): TextPosition {
  return { offset: end, line, column: column + end - offset }
}

function emptyScalar(start: TextPosition): YAMLNode {
  return { kind: 'scalar', start, end: start.offset, tag: '', value: '', implicit: true }
}

class DocumentParser {
  readonly #scanner: Scanner
  readonly #anchors = new Map<string, YAMLNode>()
  readonly #prefixes = new Map<string, string>()
  #depth = 0
  /** Offset after the last token that was read. */
  #end = 0

  constructor(text: string) {
    this.#scanner = new Scanner(text)
  }

  parse(): YAMLNode | undefined {
    const first = this.#type()
    if (first === 'streamEnd') return undefined
    const explicit = first === 'documentStart' || first === 'versionDirective' || first === 'tagDirective'
    if (explicit) this.#readPrelude()
    this.#addPrefix('!', '!')
    this.#addPrefix('!!', yamlPrefix)
    const inFlowStyle = /^flow/.test(this.#type())
    const root =
      explicit && betweenDocuments.has(this.#type()) ? emptyScalar(this.#peek().start) : this.#parseNode(inBlock)
    // No content may be lost, but after a root in brackets Go ignores the rest of the text.
    const next = this.#peek()
    if (!inFlowStyle && !betweenDocuments.has(next.type)) refuse('did not find expected <document start>', next.start)
    return root
  }

  #peek(): Token {
    return this.#scanner.peek()
  }

  #type(): TokenType {
    return this.#scanner.peek().type
  }

  /** Takes the next token. */
  #next(): Token {
    const token = this.#scanner.peek()
    this.#scanner.skip()
    // Tokens without text mark the start or end of blocks and keys.
    if (token.end > token.start.offset) this.#end = token.end
    return token
  }

  #skip(): void {
    this.#next()
  }

  /** Takes the next token if it is of this type. */
  #take(type: TokenType): boolean {
    if (this.#type() !== type) return false
    this.#next()
    return true
  }

  /** Reads directives and `---`. */
  #readPrelude(): void {
    let version = false
    for (;;) {
      const token = this.#next()
      const { type, start, value, suffix } = token
      if (type === 'versionDirective') {
        if (version) refuse('found duplicate %YAML directive', start)
        if (value !== '1.1') refuse('found incompatible YAML document', start)
        version = true
      } else if (type === 'tagDirective') {
        if (this.#prefixes.has(value)) refuse('found duplicate %TAG directive', start)
        this.#prefixes.set(value, suffix)
      } else if (type === 'documentStart') return
      else refuse('did not find expected <document start>', start)
    }
  }

  #addPrefix(handle: string, prefix: string): void {
    if (!this.#prefixes.has(handle)) this.#prefixes.set(handle, prefix)
  }

  #parseNode(place: Place): YAMLNode {
    if (this.#type() === 'alias') return this.#parseAlias()
    const properties = this.#parseProperties()
    const token = this.#peek()
    if (place.indentless === true && token.type === 'blockEntry') {
      return this.#parseSequence(properties, (items) => this.#readIndentlessItems(items))
    }
    switch (token.type) {
      case 'scalar':
        return this.#parseScalar(properties)
      case 'flowSequenceStart':
        return this.#parseSequence(properties, (items) => this.#readFlowItems(items))
      case 'flowMappingStart':
        return this.#parseMapping(properties, (entries) => this.#readFlowEntries(entries))
      case 'blockSequenceStart':
        if (place.block) return this.#parseSequence(properties, (items) => this.#readBlockItems(items))
        break
      case 'blockMappingStart':
        if (place.block) return this.#parseMapping(properties, (entries) => this.#readBlockEntries(entries))
    }
    const { start, anchor, tag } = properties
    if (anchor === '' && tag === '') refuse('did not find expected node content', token.start)
    return this.#anchored(anchor, { kind: 'scalar', start, end: this.#end, tag, value: '', implicit: tag === '' })
  }

  #parseAlias(): AliasNode {
    const { start, value: name } = this.#peek()
    const target = this.#anchors.get(name)
    if (target === undefined) throw yamlError(`unknown anchor '${name}' referenced`, start)
    const { end } = this.#next()
    return { kind: 'alias', start, end, tag: '', name, target }
  }

  /** Reads an anchor and a tag in either order. */
  #parseProperties(): Properties {
    const { start } = this.#peek()
    let anchor = this.#parseAnchor()
    const tag = this.#parseTag()
    if (anchor === '' && tag !== '') anchor = this.#parseAnchor()
    return { start, anchor, tag }
  }

  #parseAnchor(): string {
    return this.#type() === 'anchor' ? this.#next().value : ''
  }

  #parseTag(): string {
    if (this.#type() !== 'tag') return ''
    const { value: handle, suffix, start } = this.#next()
    if (handle === '') return suffix
    const prefix = this.#prefixes.get(handle)
    return prefix === undefined ? refuse('found undefined tag handle', start) : prefix + suffix
  }

  #anchored<T extends YAMLNode>(anchor: string, node: T): T {
    if (anchor !== '') this.#anchors.set(anchor, node)
    return node
  }

  #parseScalar({ start, anchor, tag }: Properties): YAMLNode {
    const { value, plain, end } = this.#next()
    const implicit = tag === '!' || (tag === '' && plain)
    return this.#anchored(anchor, { kind: 'scalar', start, end, tag, value, implicit })
  }

  #parseSequence({ start, anchor, tag }: Properties, read: (items: YAMLNode[]) => void): YAMLNode {
    const items: YAMLNode[] = []
    const node = this.#anchored(anchor, { kind: 'sequence' as const, start, end: start.offset, tag, items })
    this.#enter(start)
    read(items)
    this.#depth--
    node.end = this.#end
    return node
  }

  #parseMapping({ start, anchor, tag }: Properties, read: (entries: MappingEntry[]) => void): YAMLNode {
    const entries: MappingEntry[] = []
    const node = this.#anchored(anchor, { kind: 'mapping' as const, start, end: start.offset, tag, entries })
    this.#enter(start)
    read(entries)
    this.#depth--
    node.end = this.#end
    return node
  }

  #enter(start: TextPosition): void {
    if (++this.#depth > maxDepth) throw yamlError(`exceeded max depth of ${maxDepth}`, start)
  }

  #readBlockItems(items: YAMLNode[]): void {
    this.#skip()
    while (!this.#take('blockEnd')) {
      const token = this.#next()
      if (token.type !== 'blockEntry') refuse("did not find expected '-' indicator", token.start)
      const next = this.#type()
      items.push(next === 'blockEntry' || next === 'blockEnd' ? emptyScalar(behind(token)) : this.#parseNode(inBlock))
    }
  }

  #readIndentlessItems(items: YAMLNode[]): void {
    while (this.#type() === 'blockEntry') {
      const token = this.#next()
      const empty = this.#type() === 'blockEntry' || this.#endsEntryPart()
      items.push(empty ? emptyScalar(behind(token)) : this.#parseNode(inBlock))
    }
  }

  #readBlockEntries(entries: MappingEntry[]): void {
    this.#skip()
    while (!this.#take('blockEnd')) {
      const { type, start } = this.#peek()
      // A value may have no key.
      if (type !== 'key') refuse('did not find expected key', start)
      const key = this.#parseEntryPart(this.#next())
      const token = this.#peek()
      const value = this.#take('value') ? this.#parseEntryPart(token) : emptyScalar(token.start)
      entries.push({ key, value })
    }
  }

  /** Reads the node after an indicator in a block mapping; it may be empty. */
  #parseEntryPart(indicator: Token): YAMLNode {
    return this.#endsEntryPart() ? emptyScalar(behind(indicator)) : this.#parseNode(inMapping)
  }

  #endsEntryPart(): boolean {
    const type = this.#type()
    return type === 'key' || type === 'value' || type === 'blockEnd'
  }

  #readFlowItems(items: YAMLNode[]): void {
    this.#skip()
    for (let first = true; !this.#take('flowSequenceEnd'); first = false) {
      if (!first && !this.#take('flowEntry')) refuse("did not find expected ',' or ']'", this.#peek().start)
      if (this.#type() === 'key') items.push(this.#parseSinglePair())
      else if (this.#type() !== 'flowSequenceEnd') items.push(this.#parseNode(inFlow))
    }
  }

  /** Reads a single pair in a sequence as a mapping. */
  #parseSinglePair(): YAMLNode {
    const { start } = this.#next()
    const entries: MappingEntry[] = []
    this.#enter(start)
    const key = this.#parseFlowKey('flowSequenceEnd')
    // As in Go, a missing key consumes the token in its place.
    if (key === undefined) this.#skip()
    entries.push({ key: key ?? emptyScalar(start), value: this.#parseFlowValue('flowSequenceEnd') })
    this.#depth--
    return { kind: 'mapping', start, end: this.#end, tag: '', entries }
  }

  #parseFlowKey(end: TokenType): YAMLNode | undefined {
    const type = this.#type()
    return type === 'value' || type === 'flowEntry' || type === end ? undefined : this.#parseNode(inFlow)
  }

  #parseFlowValue(end: TokenType): YAMLNode {
    const nothing = !this.#take('value') || this.#type() === 'flowEntry' || this.#type() === end
    return nothing ? emptyScalar(this.#peek().start) : this.#parseNode(inFlow)
  }

  #readFlowEntries(entries: MappingEntry[]): void {
    this.#skip()
    for (let first = true; !this.#take('flowMappingEnd'); first = false) {
      if (!first && !this.#take('flowEntry')) refuse("did not find expected ',' or '}'", this.#peek().start)
      if (this.#take('key')) entries.push(this.#parsePair())
      else if (this.#type() !== 'flowMappingEnd') {
        const key = this.#parseNode(inFlow)
        entries.push({ key, value: emptyScalar(this.#peek().start) })
      }
    }
  }

  #parsePair(): MappingEntry {
    const key = this.#parseFlowKey('flowMappingEnd') ?? emptyScalar(this.#peek().start)
    return { key, value: this.#parseFlowValue('flowMappingEnd') }
  }
}

/**
 * Parses the first document of a text as Go's YAML does, by the grammar of YAML 1.1. Line breaks of the text are `\n`,
 * U+2028 and U+2029. `undefined` for a text without a document.
 *
 * @throws YAMLSyntaxError in Go's wording: for text that is not YAML, declares another version than 1.1 or nests too
 * deeply; and for text after the document, which Go would drop.
 */
export function parseFirstDocument(text: string): YAMLNode | undefined {
  return new DocumentParser(text).parse()
}
