import { docLines, type ModuleWriter } from './module-writer.js'
import { literal } from './names.js'

/** Writes the well-known names and enumeration values of a package. */
export function writeConstants(writer: ModuleWriter): void {
  for (const { name, value, doc } of writer.package.constants) {
    for (const line of docLines(doc, writer.context.layout, '')) writer.line(line)
    writer.line(`export const ${name} = ${literal(value)}`)
  }
}
