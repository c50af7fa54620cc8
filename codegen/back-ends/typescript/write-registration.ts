import type { ModuleWriter } from './module-writer.js'
import { quote } from './names.js'

/** Writes `groupVersion` and `addToScheme` of a package that has a group. */
export function writeRegistration(writer: ModuleWriter): void {
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
