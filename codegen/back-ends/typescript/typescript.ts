import type { ApiModel } from '../../ir/model.js'
import type { OutputFile } from '../../output/output-file.js'
import type { TypeScriptLayout } from './layout.js'
import { ModuleWriter, writerContext } from './module-writer.js'
import { writeConstants } from './write-constants.js'
import { DescriptorWriter } from './write-descriptors.js'
import { writeRegistration } from './write-registration.js'
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
