import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan, SourceText } from '../../diagnostics/source-span.js'
import { type CommentBlock, type Comments, commentBlocks, lineOf, readComments, warnDetached } from './comments.js'
import type { TypeScript } from './load-typescript.js'

/** The import of a name in a file. */
export interface ImportedName {
  readonly specifier: string
  /** Name in the module; `*` for the whole of it. */
  readonly name: string
}

/** One `types.ts`: its statements, imports and comments. */
export class TSFile {
  readonly source: SourceText
  readonly statements: readonly TypeScript.Statement[]
  readonly imports: ReadonlyMap<string, ImportedName>
  readonly #ts: typeof TypeScript
  readonly #diagnostics: Diagnostics
  readonly #file: TypeScript.SourceFile

  constructor(ts: typeof TypeScript, source: SourceText, diagnostics: Diagnostics) {
    this.#ts = ts
    this.#diagnostics = diagnostics
    this.source = source
    this.#file = ts.createSourceFile(source.file, source.text, ts.ScriptTarget.Latest, true)
    this.statements = this.#file.statements
    this.imports = this.#readImports()
    this.#reportSyntax()
  }

  #reportSyntax(): void {
    const { parseDiagnostics = [] } = this.#file as unknown as {
      parseDiagnostics?: TypeScript.DiagnosticWithLocation[]
    }
    for (const { messageText, start, length } of parseDiagnostics) {
      const message = this.#ts.flattenDiagnosticMessageText(messageText, ' ')
      this.#diagnostics.error('ts-syntax', message, { source: this.source, start, end: start + Math.max(1, length) })
    }
  }

  #readImports(): Map<string, ImportedName> {
    const ts = this.#ts
    const imports = new Map<string, ImportedName>()
    for (const statement of this.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
      const specifier = statement.moduleSpecifier.text
      const bindings = statement.importClause?.namedBindings
      if (bindings === undefined) continue
      if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { specifier, name: '*' })
      else {
        for (const { name, propertyName } of bindings.elements) {
          imports.set(name.text, { specifier, name: (propertyName ?? name).text })
        }
      }
    }
    return imports
  }

  span(node: TypeScript.Node): SourceSpan {
    return { source: this.source, start: node.getStart(this.#file), end: node.getEnd() }
  }

  /** Comments at the top of the file, which apply to the package. */
  packageComments(): Comments {
    const [first] = this.statements
    const blocks = first === undefined ? this.#blocksAt(0) : this.#blocksAt(first.getFullStart())
    return readComments(
      this.#isFirstDeclaration(first) ? this.#parted(first, blocks).detached : blocks,
      this.#diagnostics,
    )
  }

  /** Comments of a declaration: the block above it, and the one above that. */
  declarationComments(node: TypeScript.Node): Comments {
    const blocks = this.#blocksAt(node.getFullStart())
    const { attached, detached } = this.#parted(node, blocks)
    if (!this.#isFirstDeclaration(node)) warnDetached(detached, 'type', this.#diagnostics)
    const comments = readComments(attached, this.#diagnostics)
    const closest = attached.slice(-1).filter(({ lastLine }) => lastLine + 1 >= this.#line(node))
    return { ...comments, doc: readComments(closest, ignored).doc }
  }

  /** Comments of a property: the block right above it. */
  propertyComments(node: TypeScript.Node): Comments {
    const blocks = this.#blocksAt(node.getFullStart())
    const attached = blocks.filter(({ lastLine }) => lastLine + 1 === this.#line(node) || lastLine === this.#line(node))
    warnDetached(
      blocks.filter((block) => !attached.includes(block)),
      'field',
      this.#diagnostics,
    )
    return readComments(attached, this.#diagnostics)
  }

  #isFirstDeclaration(node: TypeScript.Node | undefined): node is TypeScript.Node {
    return node !== undefined && node === this.statements[0] && !this.#ts.isImportDeclaration(node)
  }

  /** Go's tools look at the comment right above a type and at the one before it, parted by an empty line. */
  #parted(
    node: TypeScript.Node,
    blocks: readonly CommentBlock[],
  ): { attached: CommentBlock[]; detached: CommentBlock[] } {
    const isFirst = node === this.statements[0]
    const last = blocks.at(-1)
    const isClose = last !== undefined && last.lastLine + 1 >= this.#line(node)
    const count = isFirst ? (isClose ? 1 : 0) : isClose ? 2 : 1
    const at = Math.max(0, blocks.length - count)
    return { attached: blocks.slice(at), detached: blocks.slice(0, at) }
  }

  #line(node: TypeScript.Node): number {
    return lineOf(this.source.text, node.getStart(this.#file))
  }

  #blocksAt(position: number): CommentBlock[] {
    const ranges = this.#ts.getLeadingCommentRanges(this.source.text, position) ?? []
    return commentBlocks(this.source, ranges)
  }
}

/** Takes diagnostics that were given already. */
const ignored = { error: () => {}, warning: () => {} } as unknown as Diagnostics
