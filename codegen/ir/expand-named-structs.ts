import type { StructDeclaration } from './declarations.js'
import type { ApiModel, ApiPackage } from './model.js'
import { TypeIndex } from './type-index.js'

/**
 * Turns `type A B`, where B is a struct, into a struct of its own with B's fields: in Go it has B's fields and tags,
 * and neither its methods nor its registration.
 */
export function expandNamedStructs(model: ApiModel): void {
  // Each turn expands the names of what is a struct by now.
  for (let changed = true; changed; ) {
    const index = new TypeIndex(model)
    changed = model.packages.map((pkg) => expandIn(pkg, index)).includes(true)
  }
}

function expandIn(pkg: ApiPackage, index: TypeIndex): boolean {
  let changed = false
  for (const [position, declaration] of pkg.declarations.entries()) {
    if (declaration.form !== 'named' || declaration.type.form !== 'named') continue
    const original = index.struct(declaration.type)
    if (original === undefined) continue
    pkg.declarations[position] = copyOf(original.declaration, declaration.name, isRegistered(pkg, declaration.name))
    changed = true
  }
  return changed
}

function isRegistered(pkg: ApiPackage, name: string): boolean {
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
