import protobuf from 'protobufjs'
import type { UnionDescriptor } from '../../../src/descriptor/types.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan, SourceText } from '../../diagnostics/source-span.js'
import type { Declaration, Field, KindFacts, StructDeclaration } from '../../ir/declarations.js'
import { listItemType } from '../../ir/list-item-type.js'
import type { ApiPackage } from '../../ir/model.js'
import { isProtoScalar } from '../../ir/proto-scalars.js'
import { listRef, mapRef, type NamedRef, namedRef, scalarRef, type TypeRef, typeMeta } from '../../ir/type-ref.js'
import { readFieldOptions } from '../../markers/field-options.js'
import { type Marker, MarkerSet, parseMarker } from '../../markers/marker.js'
import { readResourceFacts } from '../../markers/resource-facts.js'
import { typeName, upperFirst } from '../../schema/type-names.js'
import { messageScalar, otherEncodings, packagePath } from './proto-names.js'

/** One parsed file. */
export interface ProtoFile {
  /** Protobuf package. */
  readonly name: string
  readonly source: SourceText
  readonly scope: protobuf.NamespaceBase
}

/** Input of a package. */
export interface ProtoPackageInput {
  readonly name: string
  readonly files: readonly ProtoFile[]
  readonly digest: string
  readonly group: string | undefined
  readonly version: string | undefined
}

/** A message and its file. */
interface Message {
  readonly type: protobuf.Type | protobuf.Enum
  readonly file: ProtoFile
}

/** Turns the messages of one protobuf package into types. */
export class ProtoPackage {
  readonly package: ApiPackage
  readonly #input: ProtoPackageInput
  /** By name within the package: `Outer.Inner`. */
  readonly #messages = new Map<string, Message>()
  readonly #twice: { readonly name: string; readonly file: ProtoFile }[] = []
  #known: readonly ApiPackage[] = []
  #diagnostics: Diagnostics | undefined

  constructor(input: ProtoPackageInput) {
    this.#input = input
    for (const file of input.files) this.#collect(file.scope, '', file)
    const version = input.version ?? input.name.split('.').at(-1) ?? ''
    this.package = {
      path: packagePath(input.name) || 'messages',
      ...(input.group === undefined ? {} : { group: input.group, version }),
      modelPrefix: input.name.replace(/^k8s\.io\./, 'io.k8s.').replaceAll('_', '-') || 'messages',
      protoPackage: input.name,
      digest: input.digest,
      declarations: [],
      constants: [],
      registered: [],
      registersMeta: input.group !== undefined,
    }
    for (const [name, message] of this.#messages) this.package.declarations.push(this.#placeholder(name, message))
  }

  /** Fills the declarations in, once all packages are known. */
  read(known: readonly ApiPackage[], diagnostics: Diagnostics): void {
    this.#known = known
    this.#diagnostics = diagnostics
    this.#checkNames()
    const made = [...this.#messages].map(([name, message]) => this.#declaration(name, message))
    this.package.declarations.splice(0, this.package.declarations.length, ...made)
    for (const each of made) {
      if (each.form === 'struct' && each.kind !== undefined)
        this.package.registered.push(namedRef(this.package.path, each.name))
    }
  }

  #collect(scope: protobuf.NamespaceBase, prefix: string, file: ProtoFile): void {
    for (const each of scope.nestedArray) {
      if (each instanceof protobuf.Type || each instanceof protobuf.Enum) {
        const name = prefix + each.name
        if (this.#messages.has(name)) this.#twice.push({ name, file })
        this.#messages.set(name, { type: each, file })
      }
      if (each instanceof protobuf.Type) this.#collect(each, `${prefix}${each.name}.`, file)
    }
  }

  /** `Outer.Inner` and `OuterInner` would be one type. */
  #checkNames(): void {
    for (const { name, file } of this.#twice) {
      const span = declarationSpan(name, file.source)
      this.#diagnostics?.error('proto-name', `message ${name} is declared in two files`, span)
    }
    const byName = new Map<string, string>()
    for (const [name, { file }] of this.#messages) {
      const other = byName.get(declaredName(name))
      byName.set(declaredName(name), name)
      if (other === undefined) continue
      const message = `messages ${other} and ${name} would both be called ${declaredName(name)}`
      this.#diagnostics?.error('proto-name', message, declarationSpan(name, file.source))
    }
  }

  #placeholder(name: string, { type }: Message): Declaration {
    return type instanceof protobuf.Enum
      ? { form: 'named', name: declaredName(name), type: scalarRef('int32') }
      : { form: 'struct', name: declaredName(name), fields: [], options: {} }
  }

  #declaration(name: string, { type, file }: Message): Declaration {
    const span = declarationSpan(name, file.source)
    const { markers, doc } = commentsOf(type.comment, span)
    const base = { name: declaredName(name), span, doc }
    if (type instanceof protobuf.Enum) {
      this.#diagnostics?.warning('proto-enum', `enum ${name} becomes a number: Kubernetes' JSON knows texts only`, span)
      return { ...base, form: 'named', type: scalarRef('int32') }
    }
    const items = type.fieldsArray
    if (markers.has('protobuf.nullable') && items.length === 1 && items[0]?.repeated === true) {
      return { ...base, form: 'named', type: this.#type(items[0], name, span), wrapped: true }
    }
    return this.#struct({ ...base, type, file, markers, path: name })
  }

  #struct(source: {
    name: string
    span: SourceSpan | undefined
    doc: string
    type: protobuf.Type
    file: ProtoFile
    markers: MarkerSet
    path: string
  }): StructDeclaration {
    const { name, span, doc, type, file, markers, path } = source
    const fields = [...type.fieldsArray].sort((a, b) => a.id - b.id).map((field) => this.#field(field, path, file))
    const unions = type.oneofsArray.filter(({ fieldsArray }) => fieldsArray.length > 1).map(unionOf)
    const kind = this.#kind(name, fields, markers)
    return {
      form: 'struct',
      name,
      fields:
        kind === undefined
          ? fields
          : [{ name: 'TypeMeta', number: 0, type: typeMeta, shape: '<', options: {} }, ...fields],
      options: unions.length > 0 ? { unions } : {},
      kind,
      span,
      doc,
    }
  }

  /** A message with `metadata` is a kind, where the group is known. */
  #kind(name: string, fields: readonly Field[], markers: MarkerSet): KindFacts | undefined {
    if (this.package.group === undefined) return undefined
    const metadata = fields.find((field) => field.name === 'metadata')?.type
    const meta = metadata?.form === 'named' ? metadata.name : ''
    if (meta !== 'ObjectMeta' && meta !== 'ListMeta') return undefined
    const itemType = meta === 'ListMeta' ? listItemType(fields) : undefined
    const resource = meta === 'ObjectMeta' ? readResourceFacts(name, markers, fields) : undefined
    return { kind: name, registered: true, hasTypeMeta: true, itemType, resource }
  }

  #field(field: protobuf.Field, owner: string, file: ProtoFile): Field {
    const pattern = new RegExp(
      `\\b(${escaped(field.name)})\\s*=\\s*(?:${field.id}|0[xX]0*${field.id.toString(16)})\\s*[;\\[{]`,
    )
    const place = declarationSpan(owner, file.source)
    const span = spanOf(file.source, pattern, place?.start ?? 0) ?? place
    const { markers, doc } = commentsOf(field.comment, span)
    const diagnostics = this.#diagnostics!
    const known = new MarkerSet(markers.all.filter((marker) => !this.#isReference(marker)))
    const jsonName = textOption(field, 'json_name') ?? field.name
    const type = this.#type(field, owner, span)
    const isMeta = type.form === 'named' && /^(Object|List)Meta$/.test(type.name)
    const nilable = type.form === 'list' || type.form === 'map' || isMeta
    return {
      name: jsonName,
      number: field.id,
      type,
      shape: isRequired(field) ? '' : nilable ? '?' : '*?',
      options: {
        ...readFieldOptions(known, () => undefined, diagnostics),
        ...(jsonName === field.name ? {} : { protoName: field.name }),
        ...(this.#isPacked(field, type, file) ? { packed: true } : {}),
      },
      span,
      doc,
    }
  }

  /** Lists of numbers are packed by default since proto3. */
  #isPacked(field: protobuf.Field, type: TypeRef, { source }: ProtoFile): boolean {
    const declared: unknown = field.options?.packed
    if (typeof declared === 'boolean' || type.form !== 'list') return declared === true
    const { element } = type
    const isNumber = element.form === 'scalar' ? isProtoScalar(field.type) : this.#isEnum(element)
    const isText = field.type === 'string' || field.type === 'bytes'
    return isNumber && !isText && /^\s*(syntax\s*=\s*["']proto3|edition\s*=)/m.test(source.text)
  }

  #isEnum(ref: TypeRef): boolean {
    if (ref.form !== 'named') return false
    const pkg = this.#known.find(({ path }) => path === ref.package)
    const declaration = pkg?.declarations.find(({ name }) => name === ref.name)
    return declaration?.form === 'named' && declaration.type.form === 'scalar' && declaration.type.scalar === 'int32'
  }

  /** Protobuf has no constants: defaults that name one stay with the source. */
  #isReference({ name, value, span }: Marker): boolean {
    const isReference = /default$/.test(name) && /^ref\(.*\)$/.test(value?.trim() ?? '')
    if (isReference) {
      this.#diagnostics?.warning(
        'proto-default',
        `"+${name}=${value}" names a constant: no default is taken over`,
        span,
      )
    }
    return isReference
  }

  #type(field: protobuf.Field, owner: string, span: SourceSpan | undefined): TypeRef {
    const single = this.#named(field.type, owner, span)
    if (field instanceof protobuf.MapField) {
      if (field.keyType !== 'string') this.#refuse(`${owner}.${field.name}: map keys must be strings`, span)
      return mapRef(single)
    }
    return field.repeated ? listRef(single) : single
  }

  #named(type: string, owner: string, span: SourceSpan | undefined): TypeRef {
    if (isProtoScalar(type)) return scalarRef(type)
    if (otherEncodings.has(type))
      return this.#refuse(`type ${type} is not supported: Kubernetes has plain integers only`, span)
    for (const name of this.#candidates(type, owner)) {
      const found = messageScalar(name)
      if (found !== undefined) return scalarRef(found)
      if (this.#isGroup(name)) return this.#refuse(`group ${type} is not supported: Kubernetes has messages only`, span)
      const ref = this.#lookup(name)
      if (ref !== undefined) return ref
    }
    return this.#refuse(`message ${type} is neither declared nor part of this package`, span)
  }

  /** Full names that a name may refer to, from the innermost scope outwards. */
  #candidates(type: string, owner: string): string[] {
    if (type.startsWith('.')) return [type.slice(1)]
    const scope = [...this.#input.name.split('.'), ...owner.split('.')].filter((part) => part !== '')
    return [...scope.map((_, index) => [...scope.slice(0, scope.length - index), type].join('.')), type]
  }

  #isGroup(fullName: string): boolean {
    const prefix = this.#input.name === '' ? '' : `${this.#input.name}.`
    const found = fullName.startsWith(prefix) ? this.#messages.get(fullName.slice(prefix.length))?.type : undefined
    return found instanceof protobuf.Type && (found as { group?: boolean }).group === true
  }

  #lookup(fullName: string): NamedRef | undefined {
    for (const pkg of this.#known) {
      const prefix = `${(pkg.protoPackage ?? '').replaceAll('-', '_')}.`
      const inside = prefix === '.' ? fullName : fullName.startsWith(prefix) ? fullName.slice(prefix.length) : ''
      if (inside === '') continue
      const name = declaredName(inside)
      if (pkg.declarations.some((each) => each.name === name)) return namedRef(pkg.path, name)
    }
    return undefined
  }

  #refuse(message: string, span: SourceSpan | undefined): TypeRef {
    this.#diagnostics?.error('proto-type', message, span)
    return scalarRef('json')
  }
}

/** The rule as written: what it means for presence is resolved later than fields are read. */
function isRequired(field: protobuf.Field): boolean {
  return field.required || field.rule === 'required'
}

/** `Outer.Inner` → `OuterInner`. */
function declaredName(path: string): string {
  return path.split('.').map(typeName).join('')
}

function unionOf({ name, fieldsArray }: protobuf.OneOf): UnionDescriptor {
  const members = fieldsArray.map((field) => [field.name, upperFirst(field.name)])
  return { name, members: Object.fromEntries(members) }
}

function commentsOf(comment: string | null, span: SourceSpan | undefined): { markers: MarkerSet; doc: string } {
  const lines = (comment ?? '').split('\n')
  const markers = lines.flatMap((line) => parseMarker(line, span) ?? [])
  const doc = lines
    .filter((line) => parseMarker(line) === undefined)
    .join('\n')
    .trim()
  return { markers: new MarkerSet(markers), doc }
}

function textOption(field: protobuf.Field, name: string): string | undefined {
  const value: unknown = field.options?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Where a message is declared, looked for from the outermost one inwards. */
function declarationSpan(path: string, source: SourceText): SourceSpan | undefined {
  let span: SourceSpan | undefined
  for (const name of path.split('.')) {
    const pattern = new RegExp(`\\b(?:message|enum|group)\\s+(${escaped(name)})\\b`)
    span = spanOf(source, pattern, span?.end ?? 0) ?? span
  }
  return span
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$')
}

function spanOf(source: SourceText, pattern: RegExp, from: number): SourceSpan | undefined {
  const expression = new RegExp(pattern.source, 'dg')
  expression.lastIndex = from
  const match = expression.exec(source.text) as (RegExpExecArray & { indices?: [number, number][] }) | null
  const [start, end] = match?.indices?.[1] ?? []
  return start === undefined || end === undefined ? undefined : { source, start, end }
}
