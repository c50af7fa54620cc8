import type { Field, StructDeclaration } from '../../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import type { TypeRef } from '../../ir/type-ref.js'
import type { OutputFile } from '../../output/output-file.js'
import type { TypeScriptLayout } from '../typescript/layout.js'
import { ModuleWriter, type WriterContext, writerContext } from '../typescript/module-writer.js'
import {
  isInherited,
  isMethodOfKinds,
  literal,
  lowerFirst,
  member,
  ownValue,
  propertyKey,
  quote,
} from '../typescript/names.js'
import { typeText } from '../typescript/type-text.js'

/** Writes `defaults.gen.ts` for every package with kinds: declared defaults and hooks for those that need code. */
export function writeDefaults(model: ApiModel, layout: TypeScriptLayout): OutputFile[] {
  const context = writerContext(model, layout)
  return model.packages.flatMap((pkg) => {
    const folder = layout.folderOf(pkg)
    const hasKinds = pkg.declarations.some((each) => each.form === 'struct' && each.kind !== undefined)
    if (folder === undefined || pkg.external !== undefined || !hasKinds) return []
    const writer = new ModuleWriter(context, pkg, 'defaults')
    new DefaultsWriter(writer, context, pkg).write()
    return [{ path: folder === '' ? 'defaults.gen.ts' : `${folder}/defaults.gen.ts`, text: writer.text() }]
  })
}

class DefaultsWriter {
  readonly #writer: ModuleWriter
  readonly #context: WriterContext
  readonly #package: ApiPackage
  /** Structs that are reached from kinds, in order of declaration. */
  readonly #reached: StructDeclaration[]

  constructor(writer: ModuleWriter, context: WriterContext, pkg: ApiPackage) {
    this.#writer = writer
    this.#context = context
    this.#package = pkg
    this.#reached = this.#reach()
    writer.contract()
    writer.sibling('types', 'types')
  }

  write(): void {
    this.#hooks()
    this.#registration()
    for (const struct of this.#reached) this.#function(struct)
  }

  /** All structs that may have a default or a hook: the package's structs below its kinds. */
  #reach(): StructDeclaration[] {
    const seen = new Set<StructDeclaration>()
    const visit = (struct: StructDeclaration): void => {
      if (seen.has(struct) || markerIsFalse(struct)) return
      seen.add(struct)
      for (const { type } of struct.fields) {
        const inner = this.#own(innermost(type))
        if (inner !== undefined) visit(inner)
      }
    }
    for (const each of this.#package.declarations) if (each.form === 'struct' && each.kind !== undefined) visit(each)
    return this.#package.declarations.filter((each): each is StructDeclaration => seen.has(each as StructDeclaration))
  }

  /** The struct of this package behind a reference. */
  #own(ref: TypeRef): StructDeclaration | undefined {
    if (ref.form !== 'named') return undefined
    const located = this.#context.index.resolve(ref)
    if (located === undefined) return undefined
    const { declaration } = located
    if (declaration.form === 'named') return this.#own(innermost(declaration.type))
    return located.package === this.#package && declaration.form === 'struct' ? declaration : undefined
  }

  #hooks(): void {
    this.#writer.line('/** Defaults that take code. Each runs before the declared defaults of its type. */')
    this.#writer.line('export interface DefaultHooks {')
    for (const { name } of this.#reached) {
      this.#writer.line(`  ${propertyKey(hookName(name))}?(value: ${this.#text(name)}): void`)
    }
    this.#writer.line('}')
    this.#writer.line('')
  }

  #registration(): void {
    this.#writer.line(
      'export function addDefaultsToScheme(scheme: gen.KindRegistrar, hooks: DefaultHooks = {}): void {',
    )
    for (const { name, kind } of this.#reached) {
      if (kind === undefined) continue
      this.#writer.line(
        `  scheme.addTypeDefaultingFunc<types.${name}>(types.${name}, (object) => setDefaults${name}(object, hooks))`,
      )
    }
    this.#writer.line('}')
  }

  #text(name: string): string {
    const text = typeText({ form: 'named', package: this.#package.path, name }, this.#writer)
    return text.startsWith('gen.') ? `gen.ObjectInit<types.${name}>` : `types.${name}`
  }

  #function({ name, fields }: StructDeclaration): void {
    this.#writer.line('')
    this.#writer.line(
      `export function setDefaults${name}(value: ${this.#text(name)}, hooks: DefaultHooks = {}): void {`,
    )
    this.#writer.line(`  ${member('hooks', hookName(name))}?.(value)`)
    for (const field of fields) for (const line of this.#field(field)) this.#writer.line(`  ${line}`)
    this.#writer.line('}')
  }

  #field(field: Field): string[] {
    const { type, shape, options, name } = field
    const own = this.#own(innermost(type))
    const call = own === undefined || !this.#reached.includes(own) ? undefined : own.name
    if (shape === '<') return call === undefined ? [] : [`setDefaults${call}(value, hooks)`]
    const place = placeOf(name)
    const lines: string[] = []
    if (options.default !== undefined && options.default !== null) {
      const value = literal(options.default)
      const isPlain = this.#isPlain(type, options.default) && !isMethodOfKinds(name)
      lines.push(`if (${place.at} == null) ${place.assign(isPlain ? value : `${value} as never`)}`)
    }
    if (call !== undefined) lines.push(...this.#descend(field, place, call))
    if (lines.length === 0 || place.before === undefined) return lines
    return ['{', ...[place.before, ...lines].map((line) => `  ${line}`), '}']
  }

  /** The compiler sees that the value fits; a default of another type is the source's own and left to validation. */
  #isPlain(type: TypeRef, value: unknown): boolean {
    const underlying = this.#context.index.underlying(type)
    if (underlying.form !== 'scalar') return false
    if (underlying.scalar === 'bool') return typeof value === 'boolean'
    if (/^(u?int(32|64)|float|double)$/.test(underlying.scalar)) return typeof value === 'number'
    return underlying.scalar === 'intOrString' ? /^(string|number)$/.test(typeof value) : typeof value === 'string'
  }

  #descend({ type, shape }: Field, { at, assign }: Place, name: string): string[] {
    const underlying = this.#context.index.underlying(type)
    if (underlying.form !== 'named') return [eachOf(underlying, at, (each) => `setDefaults${name}(${each}, hooks)`)]
    if (shape.startsWith('*')) return [`if (${at} != null) setDefaults${name}(${at}, hooks)`]
    return [
      '{',
      `  const inner = ${at} ?? ({} as ${this.#text(name)})`,
      `  setDefaults${name}(inner, hooks)`,
      `  if (Object.keys(inner).length > 0) ${assign('inner')}`,
      '}',
    ]
  }
}

/** Name of the hook of a type; a type called `Constructor` must not find what every object has. */
function hookName(type: string): string {
  const name = lowerFirst(type)
  return isInherited(name) ? `${name}Type` : name
}

/** How generated code reads and sets one field of `value`. */
interface Place {
  readonly at: string
  /** A line that has to come first. */
  readonly before?: string
  assign(value: string): string
}

function placeOf(name: string): Place {
  const at = member('value', name)
  if (!isInherited(name)) return { at, assign: (value) => `${at} = ${value}` }
  return {
    at: 'own',
    before: `let own = ${ownValue('value', name)}`,
    assign: (value) => `gen.setOwn(value, ${quote(name)}, (own = ${value}))`,
  }
}

function innermost(type: TypeRef): TypeRef {
  if (type.form === 'list') return innermost(type.element)
  return type.form === 'map' ? innermost(type.value) : type
}

/** Loops over lists and maps, as deep as they are nested, down to the structs. */
function eachOf(type: TypeRef, at: string, call: (each: string) => string): string {
  const values = type.form === 'map' ? `Object.values(${at} ?? {})` : `${at} ?? []`
  const inner = type.form === 'map' ? type.value : type.form === 'list' ? type.element : type
  const each = at.includes('.') || at.includes('[') ? 'each' : `${at}Inner`
  const body =
    inner.form === 'list' || inner.form === 'map' ? eachOf(inner, each, call) : `if (${each} != null) ${call(each)}`
  return `for (const ${each} of ${values}) ${body}`
}

function markerIsFalse({ markers }: StructDeclaration): boolean {
  return markers?.['k8s:defaulter-gen']?.includes('false') === true
}
