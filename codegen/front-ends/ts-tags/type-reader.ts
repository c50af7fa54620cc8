import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import { listRef, mapRef, type NamedRef, scalarRef, type TypeRef } from '../../ir/type-ref.js'
import type { TypeScript } from './load-typescript.js'

/** A type as a field uses it. */
export interface TypeUse {
  readonly type: TypeRef
  /** The union has `null` in it. */
  readonly nullable: boolean
}

/** The part of the package that the reader uses. */
export interface TypeScope {
  readonly ts: typeof TypeScript
  readonly diagnostics: Diagnostics
  span(node: TypeScript.Node): SourceSpan
  /** A type by the name it has in the file, qualified or not; `undefined` after saying what is wrong. */
  named(name: string, qualifier: string | undefined, node: TypeScript.Node): TypeRef | undefined
  /** Declares an anonymous object type or union of texts under a name like `hint`. */
  lift(node: TypeScript.TypeNode, hint: string): NamedRef
}

/** Turns type expressions of TypeScript into types of the model. */
export class TypeReader {
  readonly #scope: TypeScope

  constructor(scope: TypeScope) {
    this.#scope = scope
  }

  /** Reads a type; `undefined` after saying why it cannot be. `hint` names what is anonymous. */
  read(node: TypeScript.TypeNode, hint: string): TypeUse | undefined {
    const { ts } = this.#scope
    if (ts.isParenthesizedTypeNode(node)) return this.read(node.type, hint)
    if (!ts.isUnionTypeNode(node)) {
      const type = this.#single(node, hint)
      return type === undefined ? undefined : { type, nullable: false }
    }
    const isNull = (each: TypeScript.TypeNode) =>
      ts.isLiteralTypeNode(each) && each.literal.kind === ts.SyntaxKind.NullKeyword
    const rest = node.types.filter((each) => !isNull(each) && each.kind !== ts.SyntaxKind.UndefinedKeyword)
    const nullable = node.types.some(isNull)
    const [only] = rest
    const type = rest.length === 1 && only !== undefined ? this.#single(only, hint) : this.#union(node, rest, hint)
    return type === undefined ? undefined : { type, nullable }
  }

  #union(node: TypeScript.UnionTypeNode, members: readonly TypeScript.TypeNode[], hint: string): TypeRef | undefined {
    const { ts } = this.#scope
    const kinds = members.map((each) => each.kind)
    if (isTextUnion(ts, node)) return this.#scope.lift(node, hint)
    if (members.length === 2 && kinds.includes(ts.SyntaxKind.StringKeyword)) {
      const other = members.find((each) => each.kind !== ts.SyntaxKind.StringKeyword)
      const text = other?.getText() ?? ''
      if (text === 'number' || text === 'int32' || text === 'int64') return scalarRef('intOrString')
    }
    return this.#refuse(node, 'a union of types has no form in Kubernetes: use one type, IntOrString or RawExtension')
  }

  #single(node: TypeScript.TypeNode, hint: string): TypeRef | undefined {
    const { ts } = this.#scope
    switch (node.kind) {
      case ts.SyntaxKind.StringKeyword:
        return scalarRef('string')
      case ts.SyntaxKind.BooleanKeyword:
        return scalarRef('bool')
      case ts.SyntaxKind.NumberKeyword:
        return this.#refuse(node, 'number does not say how wide it is: use int32, int64, float32 or float64')
      case ts.SyntaxKind.BigIntKeyword:
        return this.#refuse(node, 'bigint is no JSON: use int64 or uint64')
      case ts.SyntaxKind.UnknownKeyword:
      case ts.SyntaxKind.AnyKeyword:
        return scalarRef('json')
    }
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.#single(node.type, hint)
    if (ts.isArrayTypeNode(node)) return this.#list(node.elementType, hint)
    if (ts.isTypeLiteralNode(node)) return this.#literal(node, hint)
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return this.#scope.lift(node, hint)
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, hint)
    return this.#refuse(node, `type "${node.getText()}" is not supported`)
  }

  #literal(node: TypeScript.TypeLiteralNode, hint: string): TypeRef | undefined {
    const [only, ...rest] = node.members
    if (rest.length === 0 && only !== undefined && this.#scope.ts.isIndexSignatureDeclaration(only)) {
      return this.#map(only.type, hint)
    }
    return this.#scope.lift(node, hint)
  }

  #list(element: TypeScript.TypeNode, hint: string): TypeRef | undefined {
    const use = this.read(element, hint)
    return use === undefined ? undefined : listRef(use.type, use.nullable)
  }

  #map(value: TypeScript.TypeNode, hint: string): TypeRef | undefined {
    const use = this.read(value, hint)
    return use === undefined ? undefined : mapRef(use.type, use.nullable)
  }

  #reference(node: TypeScript.TypeReferenceNode, hint: string): TypeRef | undefined {
    const { ts } = this.#scope
    const [first, second] = node.typeArguments ?? []
    const name = node.typeName.getText()
    if (first !== undefined) {
      if (/^(Readonly)?Array$/.test(name)) return this.#list(first, hint)
      if (name === 'Record' && second !== undefined) return this.#map(second, hint)
      return this.#refuse(node, `generic type ${name} is not supported`)
    }
    if (ts.isQualifiedName(node.typeName)) {
      return this.#scope.named(node.typeName.right.text, node.typeName.left.getText(), node)
    }
    return this.#scope.named(name, undefined, node)
  }

  #refuse(node: TypeScript.Node, message: string): undefined {
    this.#scope.diagnostics.error('ts-type', message, this.#scope.span(node))
    return undefined
  }
}

/** Values of a union of texts or of a single text, in order; `string & {}`, which keeps a union open, does not count. */
export function textsOf(ts: typeof TypeScript, node: TypeScript.TypeNode): string[] {
  const members = ts.isUnionTypeNode(node) ? node.types : [node]
  return members.flatMap((each) =>
    ts.isLiteralTypeNode(each) && ts.isStringLiteral(each.literal) ? [each.literal.text] : [],
  )
}

/** Reports whether a type is a union of texts, open or not. */
export function isTextUnion(ts: typeof TypeScript, node: TypeScript.TypeNode): boolean {
  const members = ts.isUnionTypeNode(node) ? node.types : [node]
  return (
    textsOf(ts, node).length > 0 &&
    members.every((each) => {
      if (ts.isLiteralTypeNode(each))
        return ts.isStringLiteral(each.literal) || each.literal.kind === ts.SyntaxKind.NullKeyword
      const text = each.getText().replaceAll(/[\s()]/g, '')
      return text === 'string&{}' || text === 'undefined'
    })
  )
}
