import type { StructDeclaration } from './declarations.js'
import type { ApiModel } from './model.js'
import { TypeIndex } from './type-index.js'

/**
 * Turns `type A B`, where B is a struct, into a struct of its own with B's fields: in Go it has B's fields and tags,
 * and neither its methods nor its registration.
 */
export function expandNamedStructs(model: ApiModel): void {
  let changed = true
  while (changed) {
    changed = false
    const index = new TypeIndex(model)
    for (const pkg of model.packages) {
      for (const [position, declaration] of pkg.declarations.entries()) {
        if (declaration.form !== 'named' || declaration.type.form !== 'named') continue
        const original = index.struct(declaration.type)
        if (original === undefined) continue
        pkg.declarations[position] = copyOf(original.declaration, declaration.name, isRegistered(pkg, declaration.name))
        changed = true
      }
    }
  }
}

function isRegistered(pkg: ApiModel['packages'][number], name: string): boolean {
  return pkg.registered.some((ref) => ref.package === pkg.path && ref.name === name)
}

function copyOf(original: StructDeclaration, name: string, registered: boolean): StructDeclaration {
  const { kind, ...rest } = original
  const copy: StructDeclaration = { ...rest, fields: rest.fields.map((field) => ({ ...field })), name }
  if (kind !== undefined) {
    const { groupVersion: _, resource: __, ...facts } = kind
    copy.kind = { ...facts, kind: name, registered }
  } else if (registered) {
    copy.kind = { kind: name, registered, hasTypeMeta: true }
  }
  return copy
}
