import type { Node } from 'web-tree-sitter'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan, SourceText } from '../../diagnostics/source-span.js'
import { CommentScope } from './go-comments.js'
import type { GoField, GoTypeExpression } from './go-syntax.js'

/** Where nodes come from and where problems go. */
export interface ReadContext {
  readonly source: SourceText
  readonly diagnostics: Diagnostics
}

/** The place of a node in its source. */
export function spanOf(node: Node, { source }: ReadContext): SourceSpan {
  return { source, start: node.startIndex, end: node.endIndex }
}

/** Reads a Go type expression. */
export function readTypeExpression(node: Node, context: ReadContext): GoTypeExpression {
  const span = spanOf(node, context)
  switch (node.type) {
    case 'type_identifier':
      return { form: 'name', qualifier: undefined, name: node.text, span }
    case 'qualified_type':
      return { form: 'name', qualifier: childText(node, 'package'), name: childText(node, 'name'), span }
    case 'pointer_type':
    case 'parenthesized_type': {
      const inner = node.firstNamedChild
      if (inner === null) break
      const element = readTypeExpression(inner, context)
      return node.type === 'pointer_type' ? { form: 'pointer', element, span } : element
    }
    case 'slice_type': {
      const element = node.childForFieldName('element')
      if (element === null) break
      return { form: 'list', element: readTypeExpression(element, context), span }
    }
    case 'map_type': {
      const key = node.childForFieldName('key')
      const value = node.childForFieldName('value')
      if (key === null || value === null) break
      return { form: 'map', key: readTypeExpression(key, context), value: readTypeExpression(value, context), span }
    }
    case 'struct_type':
      return { form: 'struct', fields: readFields(node, context), span }
    case 'interface_type':
      return { form: 'interface', span }
    default:
  }
  return { form: 'other', text: node.text, span }
}

function childText(node: Node, field: string): string {
  return node.childForFieldName(field)?.text ?? ''
}

function readFields(structType: Node, context: ReadContext): GoField[] {
  const list = structType.namedChildren.find((child) => child?.type === 'field_declaration_list')
  if (list === null || list === undefined) return []
  const scope = new CommentScope(list, context.source, context.diagnostics)
  return list.namedChildren.flatMap((child) =>
    child?.type === 'field_declaration' ? readField(child, scope, context) : [],
  )
}

function readField(node: Node, scope: CommentScope, context: ReadContext): GoField[] {
  const typeNode = node.childForFieldName('type')
  if (typeNode === null) return []
  const tagNode = node.childForFieldName('tag')
  const comments = scope.above(node.startPosition.row, false)
  const tag = tagNode === null ? '' : tagText(tagNode.text)
  const tagSpan = tagNode === null ? undefined : spanOf(tagNode, context)
  const names = node.childrenForFieldName('name').flatMap((name) => (name === null ? [] : [name]))
  const type = readTypeExpression(typeNode, context)
  if (names.length === 0) {
    const pointer = node.children.some((child) => child?.type === '*')
    const embedded: GoTypeExpression = pointer ? { form: 'pointer', element: type, span: type.span } : type
    return [{ name: undefined, type: embedded, tag, tagSpan, comments, span: spanOf(node, context) }]
  }
  return names.map((name) => ({ name: name.text, type, tag, tagSpan, comments, span: spanOf(name, context) }))
}

function tagText(literal: string): string {
  return literal.startsWith('`') ? literal.slice(1, -1) : unquoteGo(literal)
}

/** Reads a Go string literal. */
export function unquoteGo(literal: string): string {
  if (literal.startsWith('`')) return literal.slice(1, -1).replaceAll('\r', '')
  const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }
  return literal
    .slice(1, -1)
    .replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|.)/g, (_, sequence: string) => {
      if (/^[xuU]./.test(sequence)) return fromCodePoint(Number.parseInt(sequence.slice(1), 16))
      if (/^[0-7]{3}$/.test(sequence)) return fromCodePoint(Number.parseInt(sequence, 8))
      return escapes[sequence] ?? sequence
    })
}

function fromCodePoint(code: number): string {
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
}
