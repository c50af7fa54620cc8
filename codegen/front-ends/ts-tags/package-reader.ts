import { posix } from 'node:path'
import type { JSONValue } from '../../../src/descriptor/types.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import { builtInPath } from '../../external/built-in-packages.js'
import type { Constant, Declaration, Field, KindFacts, StructDeclaration } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import { isTypeMeta, type NamedRef, namedRef, scalarRef, type TypeRef, typeMeta } from '../../ir/type-ref.js'
import { MarkerSet } from '../../markers/marker.js'
import { structOptions, typeFacets } from '../../markers/type-facets.js'
import { NameScope, upperFirst } from '../../schema/type-names.js'
import { structMarkers } from '../go-types/convert-kind.js'
import type { Comments } from './comments.js'
import { readField } from './field-reader.js'
import { readKindFacts, unionsOf } from './kind-reader.js'
import type { TypeScript } from './load-typescript.js'
import { tagScalar } from './tag-scalars.js'
import type { TSFile } from './ts-file.js'
import { isTextUnion, TypeReader, type TypeScope, textsOf } from './type-reader.js'

/** Shared state of the packages of one run. */
export interface PackageContext {
  readonly ts: typeof TypeScript
  readonly diagnostics: Diagnostics
  /** Path of the package in a folder of the input, named as the files are. */
  packageIn(folder: string): string | undefined
  /** The declaration of another package; requests that it is loaded. */
  external(ref: NamedRef): boolean
}

type Node = TypeScript.InterfaceDeclaration | TypeScript.TypeAliasDeclaration | TypeScript.EnumDeclaration

/** Reads the files of one folder: one version of one group. */
export class PackageReader {
  readonly package: ApiPackage
  readonly #context: PackageContext
  readonly #folder: string
  readonly #names = new NameScope()
  readonly #nodes = new Map<string, { node: Node; file: TSFile }>()
  readonly #declarations = new Map<string, Declaration | undefined>()
  readonly #types: TypeReader
  readonly #numbersFields: boolean
  #file: TSFile | undefined

  constructor(
    pkg: ApiPackage,
    input: { folder: string; files: readonly TSFile[]; numbersFields: boolean },
    context: PackageContext,
  ) {
    this.package = pkg
    this.#context = context
    this.#folder = input.folder
    this.#numbersFields = input.numbersFields
    this.#types = new TypeReader(this.#scope())
    for (const file of input.files) this.#collect(file)
  }

  /** Reads everything that is exported. */
  read(): void {
    for (const name of this.#nodes.keys()) this.#declare(name)
    const made = [...this.#declarations.values()].filter((each): each is Declaration => each !== undefined)
    this.package.declarations.push(...made)
    for (const each of made) {
      if (each.form === 'struct' && each.kind !== undefined)
        this.package.registered.push(namedRef(this.package.path, each.name))
    }
    if (this.#numbersFields) for (const each of made) if (each.form === 'struct') this.#number(each)
  }

  #collect(file: TSFile): void {
    const { ts } = this.#context
    for (const node of file.statements) {
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) {
        this.#nodes.set(node.name.text, { node, file })
        this.#names.claim(node.name.text)
      } else if (ts.isVariableStatement(node)) this.#constants(node, file)
    }
  }

  #constants(node: TypeScript.VariableStatement, file: TSFile): void {
    const { ts } = this.#context
    for (const { name, initializer, type } of node.declarationList.declarations) {
      const value = initializer === undefined ? undefined : constantValue(ts, initializer)
      if (value === undefined || !ts.isIdentifier(name)) continue
      const { doc } = file.declarationComments(node)
      const constant: Constant = { name: name.text, value, doc }
      if (type !== undefined && ts.isTypeReferenceNode(type)) constant.type = type.typeName.getText()
      this.package.constants.push(constant)
    }
  }

  #declare(name: string): boolean {
    const found = this.#nodes.get(name)
    if (found === undefined) return false
    if (this.#declarations.has(name)) return true
    this.#declarations.set(name, undefined)
    const before = this.#file
    this.#file = found.file
    this.#declarations.set(name, this.#declaration(name, found.node, found.file))
    this.#file = before
    return true
  }

  #declaration(name: string, node: Node, file: TSFile): Declaration | undefined {
    const { ts } = this.#context
    const comments = file.declarationComments(node)
    const base = { name, span: file.span(node.name), doc: comments.doc }
    if ('typeParameters' in node && node.typeParameters !== undefined) {
      return this.#refuse(node, `generic type ${name} is not supported`)
    }
    if (ts.isEnumDeclaration(node)) return this.#enum(node, base)
    if (ts.isInterfaceDeclaration(node)) return this.#struct({ ...base, node, members: node.members, comments })
    return this.#alias(node, base, comments)
  }

  #alias(node: TypeScript.TypeAliasDeclaration, base: { name: string }, comments: Comments): Declaration | undefined {
    const { ts } = this.#context
    const schema = typeFacets(comments.markers)
    const facts = { ...base, ...(schema === undefined ? {} : { schema }) }
    if (ts.isTypeLiteralNode(node.type) && !isMapLiteral(ts, node.type)) {
      return this.#struct({ ...base, node, members: node.type.members, comments })
    }
    if (isTextUnion(ts, node.type))
      return { ...facts, form: 'named', type: scalarRef('string'), enum: textsOf(ts, node.type) }
    const use = this.#types.read(node.type, base.name)
    if (use === undefined) return undefined
    const isStruct = use.type.form === 'named' && this.#isStruct(use.type)
    if (isStruct) return { ...base, form: 'alias', target: use.type }
    const values = comments.markers.has('enum') ? this.#valuesOf(base.name) : []
    const wrapped = comments.markers.has('protobuf.nullable') && use.type.form === 'list' ? { wrapped: true } : {}
    return { ...facts, form: 'named', type: use.type, ...wrapped, ...(values.length > 0 ? { enum: values } : {}) }
  }

  /** Values of constants that are declared with a type. */
  #valuesOf(name: string): string[] {
    return this.package.constants.flatMap(({ type, value }) => (type === name ? [String(value)] : []))
  }

  #isStruct(ref: NamedRef): boolean {
    return ref.package !== this.package.path || this.#declarations.get(ref.name)?.form === 'struct'
  }

  #enum(node: TypeScript.EnumDeclaration, base: { name: string }): Declaration | undefined {
    const values: string[] = []
    for (const member of node.members) {
      const value = member.initializer === undefined ? undefined : constantValue(this.#context.ts, member.initializer)
      if (typeof value !== 'string') return this.#refuse(member, `members of ${base.name} must have texts as values`)
      values.push(value)
      this.package.constants.push({ name: `${base.name}${member.name.getText()}`, value, type: base.name })
    }
    return { ...base, form: 'named', type: scalarRef('string'), enum: values }
  }

  #struct(source: {
    name: string
    node: TypeScript.Node
    members: readonly TypeScript.TypeElement[]
    comments: Comments
  }): StructDeclaration {
    const { name, node, members, comments } = source
    const { markers, doc } = comments
    const sources: { field: Field; comments: Comments }[] = []
    for (const field of this.#inlined(node)) sources.push({ field, comments: { markers, doc: '' } })
    for (const member of members) sources.push(...this.#property(member, name))
    const fields = sources.map(({ field }) => field)
    return {
      form: 'struct',
      name,
      fields,
      options: structOptions(markers, unionsOf(sources, markers)),
      kind: this.#kind(name, fields, comments),
      markers: structMarkers(markers),
      span: this.#file?.span(node),
      doc,
    }
  }

  #kind(name: string, fields: readonly Field[], { markers }: Comments): KindFacts | undefined {
    return fields.some(({ shape, type }) => shape === '<' && type === typeMeta)
      ? readKindFacts(name, fields, markers)
      : undefined
  }

  /** Fields for the types that an interface extends. */
  #inlined(node: TypeScript.Node): Field[] {
    const { ts } = this.#context
    if (!ts.isInterfaceDeclaration(node)) return []
    const bases = (node.heritageClauses ?? []).flatMap((clause) => clause.types)
    return bases.flatMap((base) => {
      const text = base.expression.getText()
      const dot = text.lastIndexOf('.')
      const type = this.#named(text.slice(dot + 1), dot < 0 ? undefined : text.slice(0, dot), base)
      if (type === undefined) return []
      if (type.form !== 'named') return this.#refuse(base, `${text} is no interface`) ?? []
      const span = this.#file?.span(base)
      return [
        {
          name: type.name,
          number: 0,
          type: isTypeMeta(type) ? typeMeta : type,
          shape: '<' as const,
          options: {},
          span,
        },
      ]
    })
  }

  #property(member: TypeScript.TypeElement, owner: string): { field: Field; comments: Comments }[] {
    const { ts } = this.#context
    const file = this.#file!
    if (!ts.isPropertySignature(member) || member.type === undefined || ts.isComputedPropertyName(member.name)) {
      this.#refuse(member, `${owner}: only properties with a name and a type have a form in JSON`)
      return []
    }
    const name =
      ts.isStringLiteral(member.name) || ts.isIdentifier(member.name) ? member.name.text : member.name.getText()
    const comments = file.propertyComments(member)
    const use = this.#types.read(member.type, `${owner}${upperFirst(name)}`)
    if (use === undefined) return []
    const source = { name, optional: member.questionToken !== undefined, use, comments, span: file.span(member.name) }
    const field = readField(source, {
      diagnostics: this.#context.diagnostics,
      resolveConstant: (constant) => this.#constant(constant),
      underlying: (type) => this.#underlying(type),
    })
    return [{ field, comments }]
  }

  #constant(name: string): JSONValue | undefined {
    return this.package.constants.find((each) => each.name === name)?.value
  }

  #underlying(type: TypeRef): TypeRef {
    if (type.form !== 'named' || type.package !== this.package.path) return type
    const declaration = this.#declarations.get(type.name)
    return declaration?.form === 'named' ? this.#underlying(declaration.type) : type
  }

  #scope(): TypeScope {
    return {
      ts: this.#context.ts,
      diagnostics: this.#context.diagnostics,
      span: (node) => this.#file!.span(node),
      named: (name, qualifier, node) => this.#named(name, qualifier, node),
      lift: (node, hint) => this.#lift(node, hint),
    }
  }

  #lift(node: TypeScript.TypeNode, hint: string): NamedRef {
    const { ts } = this.#context
    const name = this.#names.claim(hint)
    const span = this.#file?.span(node)
    const comments: Comments = { markers: new MarkerSet([]), doc: '' }
    const declaration: Declaration = ts.isTypeLiteralNode(node)
      ? this.#struct({ name, node, members: node.members, comments })
      : { form: 'named', name, type: scalarRef('string'), enum: textsOf(ts, node), span }
    this.#declarations.set(name, declaration)
    return namedRef(this.package.path, name)
  }

  #named(name: string, qualifier: string | undefined, node: TypeScript.Node): TypeRef | undefined {
    if (qualifier === undefined && this.#declare(name)) return namedRef(this.package.path, name)
    const imported = this.#file?.imports.get(qualifier ?? name)
    if (imported === undefined) return this.#refuse(node, `${qualifier ?? name} is neither declared nor imported`)
    const wanted = qualifier === undefined ? imported.name : name
    if (imported.specifier.startsWith('.')) return this.#neighbour(imported.specifier, wanted, node)
    const scalar = tagScalar(imported.specifier, wanted)
    if (scalar !== undefined) return scalar
    const path = builtInPath(imported.specifier)
    if (path === undefined) return this.#refuse(node, `${imported.specifier} is no module with API types`)
    const ref = namedRef(path, wanted)
    return this.#context.external(ref) ? ref : this.#refuse(node, `${imported.specifier} has no type ${wanted}`)
  }

  /** A type of another file of the input. */
  #neighbour(specifier: string, name: string, node: TypeScript.Node): TypeRef | undefined {
    const folder = posix.dirname(posix.join(this.#folder, specifier))
    if (folder === this.#folder) {
      return this.#declare(name) ? namedRef(this.package.path, name) : this.#refuse(node, `${name} is not declared`)
    }
    const path = this.#context.packageIn(folder)
    return path === undefined ? this.#refuse(node, `${specifier} is not part of the input`) : namedRef(path, name)
  }

  /** Gives the fields without `+protobuf=` the numbers that are left, in order. */
  #number({ name, fields }: StructDeclaration): void {
    const taken = new Map<number, Field>()
    for (const field of fields) {
      const other = field.number > 0 ? taken.get(field.number) : undefined
      if (other !== undefined) {
        const message = `${name}.${field.name} and ${name}.${other.name} have the same protobuf number ${field.number}`
        this.#context.diagnostics.error('protobuf-number', message, field.span)
      }
      if (field.number > 0) taken.set(field.number, field)
    }
    let next = 1
    for (const field of fields) {
      if (field.number > 0 || field.type === typeMeta) continue
      while (taken.has(next)) next++
      taken.set(next, field)
      field.number = next
      if (field.shape === '<') continue
      const message = `${name}.${field.name} gets protobuf number ${next} by its place: write +protobuf=${next} to keep it`
      this.#context.diagnostics.warning('protobuf-number', message, field.span)
    }
  }

  #refuse(node: TypeScript.Node, message: string): undefined {
    this.#context.diagnostics.error('ts-type', message, this.#file?.span(node))
    return undefined
  }
}

function isMapLiteral(ts: typeof TypeScript, node: TypeScript.TypeLiteralNode): boolean {
  return node.members.length === 1 && node.members.every((member) => ts.isIndexSignatureDeclaration(member))
}

function constantValue(ts: typeof TypeScript, node: TypeScript.Expression): string | number | boolean | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? constantValue(ts, node.expression) : undefined
}
