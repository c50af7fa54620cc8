import type { ApiModel } from '../../ir/model.js'
import type { OutputFile } from '../../output/output-file.js'
import type { TypeScriptLayout } from './layout.js'
import { docLines, ModuleWriter, writerContext } from './module-writer.js'
import { literal, quote } from './names.js'
import { DescriptorWriter } from './write-descriptors.js'
import { writeTypes } from './write-types.js'

/** Writes types, constants, descriptors and registration of every package of a model that the layout has a folder for. */
export function writeTypeScript(model: ApiModel, layout: TypeScriptLayout): OutputFile[] {
  const context = writerContext(model, layout)
  return model.packages.flatMap((pkg) => {
    const folder = layout.folderOf(pkg)
    if (folder === undefined || pkg.external !== undefined) return []
    const files: OutputFile[] = []
    const add = (name: string, write: (writer: ModuleWriter) => void) => {
      const writer = new ModuleWriter(context, pkg, name)
      write(writer)
      files.push({ path: `${folder}/${name}.gen.ts`, text: writer.text() })
    }
    if (pkg.constants.length > 0) add('constants', writeConstants)
    add('types', writeTypes)
    add('descriptors', (writer) => new DescriptorWriter(writer).write())
    if (pkg.group !== undefined) add('register', writeRegistration)
    return files
  })
}

/** Writes the well-known names and enumeration values of a package. */
function writeConstants(writer: ModuleWriter): void {
  for (const { name, value, doc } of writer.package.constants) {
    for (const line of docLines(doc, writer.context.layout, '')) writer.line(line)
    writer.line(`export const ${name} = ${literal(value)}`)
  }
}

/** Writes `groupVersion` and `addToScheme` of a package that has a group. */
function writeRegistration(writer: ModuleWriter): void {
  const { group = '', version = '', registered, registersMeta } = writer.package
  const gen = writer.contract()
  writer.line(
    `export const groupVersion: ${gen}.GroupVersion = /* @__PURE__ */ new ${gen}.GroupVersion(${quote(group)}, ${quote(version)})`,
  )
  writer.line('')
  const classes = registered.flatMap((ref) => {
    const located = writer.context.index.lookup(ref)
    const kind = writer.context.index.struct(ref)?.declaration.kind
    return located === undefined || kind === undefined
      ? []
      : [`${writer.qualifier(located.package, 'types')}${ref.name}`]
  })
  const parameter = classes.length > 0 || registersMeta ? 'scheme' : '_scheme'
  writer.line(`export function addToScheme(${parameter}: ${gen}.KindRegistrar): void {`)
  if (classes.length > 0) {
    writer.line('  scheme.addKnownTypes(')
    writer.line('    groupVersion,')
    for (const name of classes) writer.line(`    ${name},`)
    writer.line('  )')
  }
  if (registersMeta) {
    const meta = writer.module('registration', writer.context.layout.metaRegistration)
    writer.line(`  ${meta}.addToGroupVersion(scheme, groupVersion)`)
  }
  writer.line('}')
}
