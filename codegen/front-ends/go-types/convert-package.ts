import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceSpan } from '../../diagnostics/source-span.js'
import type { Constant, Declaration, Field, StructDeclaration } from '../../ir/declarations.js'
import type { ApiPackage } from '../../ir/model.js'
import { listRef, mapRef, type NamedRef, namedRef, scalarRef, type TypeRef } from '../../ir/type-ref.js'
import { MarkerSet } from '../../markers/marker.js'
import { declaredScalar, structOptions, typeFacets } from '../../markers/type-facets.js'
import { convertField, isExported } from './convert-field.js'
import { kindFacts, readUnions, structMarkers } from './convert-kind.js'
import type { ConstantEvaluator } from './evaluate.js'
import type { GoPackage } from './go-package.js'
import type { GoField, GoFile, GoType, GoTypeExpression } from './go-syntax.js'
import { packageGroupVersion } from './group-version.js'
import { modelPrefix, protoPackage } from './package-names.js'
import { type Registrations, readRegistrations } from './registrations.js'
import { builtinScalar, wellKnownType } from './well-known-types.js'

/** Shared state of the packages of one run. */
export interface ConversionContext {
  readonly diagnostics: Diagnostics
  readonly evaluator: ConstantEvaluator
  /** Requests a type of another package, so that it is converted too; `false` if it does not exist. */
  requireType(ref: NamedRef): boolean
  /** Reports whether a package is part of the input or exists already; others are read for what the input needs. */
  isInput(path: string): boolean
  /** The name in the package clause at an import path; `undefined` if there is no source. */
  nameOf(path: string): string | undefined
}

/** Converts one Go package to a package of the model. Types are converted on demand. */
export class PackageConverter {
  readonly #package: GoPackage
  readonly #context: ConversionContext
  readonly #registrations: Registrations
  readonly #declarations = new Map<string, Declaration | undefined>()
  readonly #lifted: Declaration[] = []
  readonly #optionalByDefault: boolean

  constructor(pkg: GoPackage, context: ConversionContext) {
    this.#package = pkg
    this.#context = context
    this.#registrations = readRegistrations(pkg, context.evaluator)
    const markers = new MarkerSet(pkg.files.flatMap((file) => file.packageMarkers))
    this.#optionalByDefault = markers.has('kubebuilder:validation:Optional')
  }

  /** Converts every type that looks like an API type: exported, with JSON tags or without fields. */
  convertAll(): void {
    for (const { type, file } of this.#package.types.values()) if (this.#isApiType(type, file)) this.require(type.name)
  }

  /** Converts one type if that has not been done; `false` when the package does not declare it. */
  require(name: string): boolean {
    const found = this.#package.types.get(name)
    if (found === undefined) return false
    if (!this.#declarations.has(name)) {
      this.#declarations.set(name, undefined)
      this.#declarations.set(name, this.#convertType(found.type, found.file))
    }
    return true
  }

  finish(): ApiPackage {
    const groupVersion = packageGroupVersion(this.#package, this.#context.evaluator)
    const order = [...this.#package.types.keys()]
    const declarations = order.flatMap((name) => this.#declarations.get(name) ?? [])
    const { registered, registersMeta } = this.#registered(groupVersion === undefined ? [] : declarations)
    return {
      path: this.#package.path,
      group: groupVersion?.group,
      version: groupVersion?.version,
      modelPrefix: modelPrefix(this.#package),
      protoPackage: protoPackage(this.#package.path),
      digest: this.#package.digest,
      declarations: [...declarations, ...this.#lifted],
      constants: this.#constants(),
      registered,
      registersMeta,
    }
  }

  /**
   * The registered types of the package; without registration code all its kinds, as controller-runtime's builder does.
   */
  #registered(declarations: readonly Declaration[]): Pick<Registrations, 'registered' | 'registersMeta'> {
    if (this.#registrations.registered.length > 0) return this.#registrations
    const registered = declarations.flatMap((each) => {
      if (each.form !== 'struct' || each.kind === undefined || each.kind.groupVersion !== undefined) return []
      each.kind.registered = true
      return [namedRef(this.#package.path, each.name)]
    })
    return { registered, registersMeta: this.#registrations.registersMeta || registered.length > 0 }
  }

  /**
   * The parts of this package that others need: types and the values of enumerations; its kinds are not served or
   * registered.
   */
  finishImported(): ApiPackage {
    const { declarations, constants, ...pkg } = this.finish()
    const names = new Set(declarations.map(({ name }) => name))
    return {
      ...pkg,
      group: undefined,
      version: undefined,
      declarations: declarations.map((each) => {
        if (each.form !== 'struct' || each.kind === undefined) return each
        const { kind: _, ...struct } = each
        return struct
      }),
      constants: constants.filter(({ type }) => type !== undefined && names.has(type)),
      registered: [],
      registersMeta: false,
    }
  }

  #isApiType({ name, type, isGeneric, isAlias }: GoType, file: GoFile): boolean {
    if (!isExported(name) || isGeneric) return false
    if (type.form === 'name' && type.qualifier !== undefined) {
      const path = file.imports.get(type.qualifier) ?? ''
      if (wellKnownType(path, type.name) !== undefined) return true
      return this.#context.isInput(path) && this.#context.requireType(namedRef(path, type.name))
    }
    if (isAlias) return type.form === 'name'
    if (wellKnownType(this.#package.path, name) !== undefined) return true
    if (type.form === 'struct') {
      const hasJSON = type.fields.length === 0 || type.fields.some((field) => /(^|\s)json:"/.test(field.tag))
      return hasJSON && !this.#hasCustomJSON(name)
    }
    return type.form === 'name' || type.form === 'list' || type.form === 'map'
  }

  #hasCustomJSON(name: string): boolean {
    return this.#package.files.some((file) => file.customJSON.has(name))
  }

  #convertType(type: GoType, file: GoFile): Declaration | undefined {
    const { name, span, comments } = type
    const base = { name, span, doc: comments.doc }
    const known = wellKnownType(this.#package.path, name)
    if (known !== undefined) return { ...base, form: 'named', type: known }
    if (type.isGeneric) return this.#refuse(`generic type ${name} is not supported`, span)
    const markers = new MarkerSet(comments.markers)
    if (this.#hasCustomJSON(name)) {
      const declared = declaredScalar(markers) ?? this.#assumedType(type)
      const schema = typeFacets(markers)
      if (declared !== undefined) {
        return { ...base, form: 'named', type: declared, ...(schema === undefined ? {} : { schema }) }
      }
    }
    if (this.#package.files.some((each) => each.customText.has(name))) {
      const schema = typeFacets(markers)
      return { ...base, form: 'named', type: scalarRef('string'), ...(schema === undefined ? {} : { schema }) }
    }
    if (type.type.form === 'struct') return this.#convertStruct(type, type.type.fields, file)
    const ref = this.#typeRef(type.type, file, name)
    if (ref === undefined) return undefined
    if (type.isAlias && ref.form === 'named') return { ...base, form: 'alias', target: ref }
    const values = markers.has('enum') ? this.#enumValues(name) : undefined
    const schema = typeFacets(markers)
    return {
      ...base,
      form: 'named',
      type: ref,
      enum: values,
      ...(schema === undefined ? {} : { schema }),
      ...(markers.has('protobuf.nullable') && ref.form === 'list' ? { wrapped: true } : {}),
    }
  }

  /** Hand-written JSON may be anything; where all fields have JSON names, they are taken to be what is written. */
  #assumedType({ name, type, span }: GoType): TypeRef | undefined {
    const isNamed = ({ name: field, tag }: GoField) =>
      field === undefined || !isExported(field) || /(^|\s)json:"/.test(tag)
    const hasFields = type.form === 'struct' && type.fields.length > 0 && type.fields.every(isNamed)
    const taken = hasFields ? 'read by its fields' : 'taken for any value'
    const message = `${name} has hand-written JSON: ${taken}, unless +kubebuilder:validation:Type says what it is`
    this.#context.diagnostics.warning('go-json', message, span)
    return hasFields ? undefined : scalarRef('json')
  }

  #convertStruct(type: GoType, fields: readonly GoField[], file: GoFile): StructDeclaration {
    const { name, span, comments } = type
    const converted: Field[] = fields.flatMap((field) => {
      const result = convertField(field, name, {
        diagnostics: this.#context.diagnostics,
        optionalByDefault: this.#optionalByDefault,
        resolveDefault: (reference) => this.#resolveReference(reference, file),
        typeRef: (expression, hint) => this.#typeRef(expression, file, hint),
      })
      return result ?? []
    })
    const markers = new MarkerSet(comments.markers)
    const kind = kindFacts(namedRef(this.#package.path, name), {
      fields: converted,
      markers,
      registrations: this.#registrations,
    })
    return {
      form: 'struct',
      name,
      fields: converted,
      options: structOptions(markers, readUnions(fields, markers)),
      kind,
      markers: structMarkers(markers),
      span,
      doc: comments.doc,
    }
  }

  #resolveReference(reference: string, file: GoFile): string | number | boolean | undefined {
    const dot = reference.lastIndexOf('.')
    const name = reference.slice(dot + 1)
    const qualifier = dot < 0 ? undefined : reference.slice(0, dot)
    const scope = { package: this.#package, file, iota: 0, depth: 0 }
    return this.#context.evaluator.evaluate({ form: 'name', qualifier, name }, scope)
  }

  #typeRef(expression: GoTypeExpression, file: GoFile, hint: string): TypeRef | undefined {
    switch (expression.form) {
      case 'name':
        return this.#nameRef(expression, file)
      case 'pointer':
        return this.#refuse(`a pointer is not supported here`, expression.span)
      case 'list':
        return this.#listRef(expression.element, file, hint)
      case 'map': {
        const key = this.#typeRef(expression.key, file, '')
        if (!isStringKey(key)) return this.#refuse('map keys must be strings', expression.key.span)
        const pointer = expression.value.form === 'pointer'
        const value = this.#typeRef(pointer ? pointee(expression.value) : expression.value, file, hint)
        return value === undefined ? undefined : mapRef(value, pointer, keyName(key))
      }
      case 'struct':
        this.#lifted.push(this.#convertStruct(anonymous(hint, expression), expression.fields, file))
        return namedRef(this.#package.path, hint)
      case 'interface':
        return scalarRef('any')
      case 'other':
        return this.#refuse(`type "${expression.text}" is not supported`, expression.span)
    }
  }

  #listRef(element: GoTypeExpression, file: GoFile, hint: string): TypeRef | undefined {
    if (element.form === 'name' && element.qualifier === undefined && ['byte', 'uint8'].includes(element.name)) {
      return scalarRef('bytes')
    }
    const pointer = element.form === 'pointer'
    const ref = this.#typeRef(pointer ? pointee(element) : element, file, hint)
    return ref === undefined ? undefined : listRef(ref, pointer)
  }

  #nameRef({ qualifier, name, span }: Extract<GoTypeExpression, { form: 'name' }>, file: GoFile): TypeRef | undefined {
    if (qualifier === undefined && !this.#package.types.has(name)) {
      const scalar = builtinScalar(name)
      if (scalar !== undefined) return scalar
      const elsewhere = file.imports.get('.')
      const dotted = elsewhere === undefined ? undefined : this.#imported(elsewhere, name)
      return dotted ?? this.#refuse(`type ${name} is not declared`, span)
    }
    const path = qualifier === undefined ? this.#package.path : this.#importPath(qualifier, file)
    if (path === undefined) return this.#refuse(`package ${qualifier} is not imported`, span)
    const own = path === this.#package.path
    const found = own && this.require(name) ? namedRef(path, name) : own ? undefined : this.#imported(path, name)
    if (found !== undefined) return found
    return this.#refuse(`type ${name} of package "${path}" is not part of the input${this.#searchedPlaces(path)}`, span)
  }

  #imported(path: string, name: string): TypeRef | undefined {
    const ref = namedRef(path, name)
    return this.#context.requireType(ref) ? ref : wellKnownType(path, name)
  }

  #searchedPlaces(path: string): string {
    const isThere = this.#context.isInput(path) || this.#context.nameOf(path) !== undefined
    return isThere ? '' : ', nor of its module, vendor folder or module cache'
  }

  /** The import of a qualifier; the name of a package may differ from the end of its path. */
  #importPath(qualifier: string, file: GoFile): string | undefined {
    const path = file.imports.get(qualifier)
    return path ?? [...file.imports.values()].find((each) => this.#context.nameOf(each) === qualifier)
  }

  #enumValues(typeName: string): string[] {
    return this.#constants().flatMap(({ type, value }) => (type === typeName ? [String(value)] : []))
  }

  #constants(): Constant[] {
    const constants: Constant[] = []
    for (const { value } of this.#package.values.values()) {
      if (!value.isConstant || !isExported(value.name)) continue
      const result = this.#context.evaluator.constant(this.#package, value.name)
      if (result === undefined) continue
      const type = constantType(value.type, value.value)
      constants.push({
        name: value.name,
        value: result,
        ...(type !== undefined && this.#package.types.has(type) ? { type } : {}),
        doc: value.comments.doc,
      })
    }
    return constants
  }

  #refuse(message: string, span: SourceSpan): undefined {
    this.#context.diagnostics.error('go-type', message, span)
    return undefined
  }
}

function constantType(type: GoTypeExpression | undefined, value: { form: string } & object): string | undefined {
  if (type !== undefined) return type.form === 'name' && type.qualifier === undefined ? type.name : undefined
  if (value.form !== 'call') return undefined
  const { callee } = value as { callee?: { form: string; qualifier?: string; name?: string } }
  return callee?.form === 'name' && callee.qualifier === undefined ? callee.name : undefined
}

function pointee(expression: GoTypeExpression): GoTypeExpression {
  return expression.form === 'pointer' ? expression.element : expression
}

function anonymous(name: string, type: GoTypeExpression): GoType {
  return { name, isAlias: false, isGeneric: false, type, comments: { markers: [], doc: '' }, span: type.span }
}

/** Named key types are strings everywhere in API types; Go's JSON would print other keys as text anyway. */
function isStringKey(key: TypeRef | undefined): key is TypeRef {
  return key?.form === 'named' || (key?.form === 'scalar' && key.scalar === 'string')
}

/** A key type of its own as Go prints it: `v1.ResourceName`. */
function keyName(key: TypeRef): string | undefined {
  return key.form === 'named' ? `${key.package.split('/').at(-1)}.${key.name}` : undefined
}
