import type { Node } from 'web-tree-sitter'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { CommentScope } from './go-comments.js'
import type { GoGrammar } from './go-grammar.js'
import type { GoExpression, GoFile, GoType, GoValue } from './go-syntax.js'
import { readExpression } from './read-expression.js'
import { type ReadContext, readTypeExpression, spanOf, unquoteGo } from './read-type-expression.js'

/** Calls whose arguments are registered types. */
const registrationCalls = new Set([
  'AddKnownTypes',
  'AddKnownTypeWithName',
  'AddUnversionedTypes',
  'AddToGroupVersion',
  'Register',
])

/** Reads one Go file; syntax errors become diagnostics. */
export function readGoFile(source: SourceText, grammar: GoGrammar, diagnostics: Diagnostics): GoFile {
  const tree = grammar.parse(source.text)
  try {
    const reader = new FileReader({ source, diagnostics })
    return reader.read(tree.rootNode as Node)
  } finally {
    tree.delete()
  }
}

class FileReader {
  readonly #context: ReadContext
  readonly #file: GoFile = {
    packageName: '',
    imports: new Map(),
    types: [],
    values: [],
    packageMarkers: [],
    customJSON: new Set(),
    customText: new Set(),
    registrations: [],
  }

  constructor(context: ReadContext) {
    this.#context = context
  }

  read(root: Node): GoFile {
    if (root.hasError) this.#reportSyntaxError(root)
    const scope = new CommentScope(root, this.#context.source, this.#context.diagnostics)
    for (const node of root.namedChildren) if (node !== null) this.#readTopLevel(node, scope)
    scope.lintOthers()
    return this.#file
  }

  #reportSyntaxError(root: Node): void {
    const broken = root.descendantsOfType('ERROR')[0] ?? firstMissing(root) ?? root
    const { source, diagnostics } = this.#context
    diagnostics.error('go-syntax', 'not valid Go', { source, start: broken.startIndex, end: broken.endIndex })
  }

  #readTopLevel(node: Node, scope: CommentScope): void {
    switch (node.type) {
      case 'package_clause':
        this.#file.packageName = node.firstNamedChild?.text ?? ''
        this.#file.packageMarkers = scope.allMarkersAbove(node.startPosition.row)
        break
      case 'import_declaration':
        this.#readImports(node)
        break
      case 'type_declaration':
        this.#readTypes(node, scope)
        break
      case 'const_declaration':
      case 'var_declaration':
        this.#readValues(node, scope)
        break
      case 'method_declaration':
        this.#readMethod(node)
        break
      case 'function_declaration':
        this.#readRegistrations(node)
        break
      default:
    }
  }

  #readImports(node: Node): void {
    for (const spec of node.descendantsOfType('import_spec')) {
      const path = unquoteGo(spec?.childForFieldName('path')?.text ?? '""')
      const name = spec?.childForFieldName('name')?.text ?? defaultImportName(path)
      this.#file.imports.set(name, path)
    }
  }

  #readTypes(node: Node, scope: CommentScope): void {
    const specs = node.namedChildren.filter((child) => child?.type === 'type_spec' || child?.type === 'type_alias')
    const grouped = node.children.some((child) => child?.type === '(')
    const inner = grouped ? new CommentScope(node, this.#context.source, this.#context.diagnostics) : scope
    for (const spec of specs) {
      const name = spec?.childForFieldName('name')
      const type = spec?.childForFieldName('type')
      if (!spec || !name || !type) continue
      const declared: GoType = {
        name: name.text,
        isAlias: spec.type === 'type_alias',
        isGeneric: spec.childForFieldName('type_parameters') !== null,
        type: readTypeExpression(type, this.#context),
        comments: inner.above((grouped ? spec : node).startPosition.row, true),
        span: spanOf(name, this.#context),
      }
      this.#file.types.push(declared)
    }
  }

  #readValues(node: Node, scope: CommentScope): void {
    const isConstant = node.type === 'const_declaration'
    const grouped = node.children.some((child) => child?.type === '(')
    const list = node.namedChildren.find((child) => child?.type === 'var_spec_list') ?? node
    const inner = grouped ? new CommentScope(list, this.#context.source, this.#context.diagnostics) : scope
    const specs = list.namedChildren.filter((child) => child?.type === 'const_spec' || child?.type === 'var_spec')
    let previous: Node | null = null
    for (const [iota, spec] of specs.entries()) {
      if (spec === null) continue
      const hasValue: boolean = spec.childForFieldName('value') !== null
      const valueSpec: Node = !hasValue && isConstant && previous !== null ? previous : spec
      if (hasValue) previous = spec
      const comments = inner.above((grouped ? spec : node).startPosition.row, false)
      this.#readSpec(spec, valueSpec, { isConstant, iota, comments })
    }
  }

  #readSpec(spec: Node, valueSpec: Node, facts: Pick<GoValue, 'isConstant' | 'iota' | 'comments'>): void {
    const type = valueSpec.childForFieldName('type')
    const values = valueSpec.childForFieldName('value')?.namedChildren ?? []
    const names = spec.childrenForFieldName('name').filter((name) => name?.type === 'identifier')
    for (const [index, name] of names.entries()) {
      if (name === null) continue
      this.#file.values.push({
        ...facts,
        name: name.text,
        type: type === null ? undefined : readTypeExpression(type, this.#context),
        value: readExpression(values[index] ?? null, this.#context),
        span: spanOf(name, this.#context),
      })
    }
  }

  #readMethod(node: Node): void {
    const name = node.childForFieldName('name')?.text
    const types =
      name === 'MarshalJSON' ? this.#file.customJSON : name === 'MarshalText' ? this.#file.customText : undefined
    const receiver = node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0]
    if (receiver) types?.add(receiver.text)
  }

  #readRegistrations(node: Node): void {
    for (const call of node.descendantsOfType('call_expression')) {
      const callee = call?.childForFieldName('function')
      const name = callee?.type === 'selector_expression' ? callee.childForFieldName('field')?.text : callee?.text
      if (!call || name === undefined || !registrationCalls.has(name)) continue
      const expression: GoExpression = readExpression(call, this.#context)
      if (expression.form === 'call') this.#file.registrations.push({ call: name, arguments: expression.arguments })
    }
  }
}

function firstMissing(node: Node): Node | undefined {
  if (node.isMissing) return node
  for (const child of node.children) {
    const found = child?.hasError ? firstMissing(child) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function defaultImportName(path: string): string {
  const last = path.split('/').at(-1) ?? path
  return /^v\d+$/.test(last) && path.split('/').length === 3 ? (path.split('/').at(-2) ?? last) : last
}
