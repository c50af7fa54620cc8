import { createRequire } from 'node:module'
import type { Parser } from 'web-tree-sitter'

/** A syntax tree of the optional package; its types are not used in our declarations, as it may not be installed. */
export interface GoTree {
  /** A `Node` of web-tree-sitter. */
  readonly rootNode: object
  /** Frees the memory of the tree. */
  delete(): void
}

/** Parses Go source text to a concrete syntax tree. */
export interface GoGrammar {
  parse(text: string): GoTree
}

/**
 * Loads the Go grammar.
 *
 * @throws Error when the optional packages `web-tree-sitter` and `tree-sitter-go` are not installed.
 */
export async function loadGoGrammar(): Promise<GoGrammar> {
  const require = createRequire(import.meta.url)
  const { treeSitter, wasm } = await (async () => {
    try {
      return {
        treeSitter: await import('web-tree-sitter'),
        wasm: require.resolve('tree-sitter-go/tree-sitter-go.wasm'),
      }
    } catch (cause) {
      throw new Error(
        'reading Go needs the packages "web-tree-sitter" and "tree-sitter-go": npm install --save-dev web-tree-sitter tree-sitter-go',
        {
          cause,
        },
      )
    }
  })()
  await treeSitter.Parser.init()
  const language = await treeSitter.Language.load(wasm)
  const parser: Parser = new treeSitter.Parser()
  parser.setLanguage(language)
  return {
    parse(text) {
      const tree = parser.parse(text)
      if (tree === null) throw new Error('the Go grammar gave no tree')
      return tree
    },
  }
}
