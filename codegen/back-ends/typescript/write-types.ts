import type { Constant, Field, KindFacts, NamedTypeDeclaration, StructDeclaration } from '../../ir/declarations.js'
import { isRequired } from '../../ir/is-required.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import { namedRef, typeMeta } from '../../ir/type-ref.js'
import { docLines, type ModuleWriter } from './module-writer.js'
import { descriptorName, isMethodOfKinds, literal, propertyKey, quote } from './names.js'
import { typeText } from './type-text.js'

/** Writes interfaces, kind classes and named types of a package. */
export function writeTypes(writer: ModuleWriter): void {
  const { declarations } = writer.package
  for (const declaration of declarations) {
    for (const line of docLines(declaration.doc, writer.context.layout, '')) writer.line(line)
    if (declaration.form === 'alias') writeAlias(declaration.name, declaration.target, writer)
    else if (declaration.form === 'named') writeNamedType(declaration, writer)
    else if (declaration.kind === undefined) writeInterface(declaration, writer)
    else writeKind(declaration, declaration.kind, writer)
    writer.line('')
  }
}

function writeAlias(name: string, target: { package: string; name: string }, writer: ModuleWriter): void {
  const ref = { form: 'named' as const, ...target }
  const located = writer.context.index.lookup(ref)
  if (located === undefined) throw new Error(`unknown type ${target.package}#${target.name}`)
  const full = `${writer.qualifier(located.package)}${target.name}`
  writer.line(`export type ${name} = ${full}`)
  if (writer.context.index.struct(ref)?.declaration.kind !== undefined) {
    writer.line(`export const ${name}: typeof ${full} = ${full}`)
  }
}

function writeNamedType(declaration: NamedTypeDeclaration, writer: ModuleWriter): void {
  const { name, type } = declaration
  const values = type.form === 'scalar' && type.scalar === 'string' ? constantsOf(name, writer.package.constants) : []
  const allowed = declaration.enum ?? values
  const others = declaration.enum !== undefined && writer.context.layout.closedEnums === true ? '' : ' | (string & {})'
  const text =
    allowed.length === 0 ? typeText(type, writer) : `${[...new Set(allowed)].map(quote).join(' | ')}${others}`
  writer.line(`export type ${name} = ${text}`)
}

function constantsOf(type: string, constants: readonly Constant[]): string[] {
  return constants.flatMap((constant) =>
    constant.type === type && constant.value !== '' ? [String(constant.value)] : [],
  )
}

function writeInterface({ name, fields }: StructDeclaration, writer: ModuleWriter): void {
  const bases = fields.filter(({ shape }) => shape === '<').map((field) => typeText(field.type, writer))
  const own = fields.filter(({ shape }) => shape !== '<')
  const heading = `export interface ${name}${bases.length > 0 ? ` extends ${bases.join(', ')}` : ''}`
  if (own.length === 0) {
    writer.line(`${heading} {}`)
    return
  }
  writer.line(`${heading} {`)
  for (const field of own) writeProperty(field, writer, false)
  writer.line('}')
}

function writeProperty(field: Field, writer: ModuleWriter, items: boolean): void {
  for (const line of docLines(field.doc, writer.context.layout, '  ')) writer.line(line)
  const type = typeText(field.type, writer, items)
  writer.line(
    isRequired(field) && field.goneIn === undefined
      ? `  ${propertyKey(field.name)}: ${type}`
      : `  ${propertyKey(field.name)}?: ${type} | undefined`,
  )
}

function writeKind(struct: StructDeclaration, kind: KindFacts, writer: ModuleWriter): void {
  const { name, fields } = struct
  const gen = writer.contract()
  const isMeta = (field: Field) =>
    field.shape === '<' && field.type.form === 'named' && field.type.name === typeMeta.name
  const bases = fields
    .filter((field) => field.shape === '<' && !isMeta(field))
    .map((field) => typeText(field.type, writer))
  const own = fields.filter((field) => field.shape !== '<' && !isMethodOfKinds(field.name))
  writer.line(`export interface ${name}${bases.length > 0 ? ` extends ${bases.join(', ')}` : ''} {`)
  for (const field of own) writeProperty(field, writer, kind.itemType !== undefined && field.name === 'items')
  writer.line('}')
  const { group, version } = kind.groupVersion ?? writer.package
  const gvk = [group ?? '', version ?? '', kind.kind].map(quote).join(', ')
  const descriptors = writer.sibling('descriptors', 'descriptors')
  writer.line(`export class ${name} extends ${gen}.TypedObject {`)
  writer.line(
    `  static readonly groupVersionKind: ${gen}.GroupVersionKind<${name}> = /* @__PURE__ */ new ${gen}.GroupVersionKind(${gvk})`,
  )
  writer.line(`  static readonly descriptor: ${gen}.StructDescriptor = ${descriptors}.${descriptorName(name)}`)
  if (kind.resource !== undefined) {
    writer.line(`  static readonly resource: ${gen}.ResourceInfo = ${resourceLiteral(kind.resource)}`)
  }
  if (!kind.hasTypeMeta) writer.line('  static readonly hasTypeMeta: false = false')
  writeItemClass(kind, writer, gen)
  writeListClass(struct, writer, gen)
  writer.line(`  constructor(init?: ${gen}.KindInit<${name}>) {`)
  writer.line('    super(init)')
  if (!kind.hasTypeMeta) writer.line(`    ${gen}.dropTypeMeta(this)`)
  writer.line('  }')
  writer.line('}')
}

function writeItemClass(kind: KindFacts, writer: ModuleWriter, gen: string): void {
  if (kind.itemType === undefined) return
  const item = writer.context.index.struct(kind.itemType)
  if (item?.declaration.kind === undefined) return
  const name = `${writer.qualifier(item.package)}${item.declaration.name}`
  // A getter, because the item's class may follow its list in the file.
  writer.line(`  static get itemClass(): ${gen}.KindClass<${name}> {`)
  writer.line(`    return ${name}`)
  writer.line('  }')
}

function writeListClass({ name, kind }: StructDeclaration, writer: ModuleWriter, gen: string): void {
  const { declarations, path } = writer.package
  const list = declarations.find(
    (each) =>
      each.form === 'struct' &&
      each.kind?.kind === `${kind?.kind}List` &&
      each.kind.itemType !== undefined &&
      writer.context.index.struct(each.kind.itemType) === writer.context.index.struct(namedRef(path, name)),
  )
  if (list === undefined) return
  // A getter, so that the classes may refer to each other.
  writer.line(`  static get listClass(): ${gen}.KindClass<${list.name}> {`)
  writer.line(`    return ${list.name}`)
  writer.line('  }')
}

function resourceLiteral({ plural, singular, scope, shortNames, categories, subresources }: ResourceFacts): string {
  return literal({ plural, singular, scope, shortNames, categories, subresources })
}
