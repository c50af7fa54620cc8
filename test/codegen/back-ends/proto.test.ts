import { expect, it } from 'vitest'
import { writeProto } from '../../../codegen/back-ends/proto/proto-files.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readProto } from '../../../codegen/front-ends/proto/read-proto.js'
import { readSnapshots } from '../../../codegen/generate-kubernetes.js'
import type { StructDeclaration } from '../../../codegen/ir/declarations.js'
import type { ApiModel } from '../../../codegen/ir/model.js'
import { TypeIndex } from '../../../codegen/ir/type-index.js'
import type { TypeRef } from '../../../codegen/ir/type-ref.js'
import { userLayout } from '../../../codegen/profiles/user-layout.js'

/** Fields of each struct of a package as protobuf sees them: number, name and whether there are many. */
function shapes(model: ApiModel, path: string): Record<string, string[]> {
  const pkg = model.packages.find((each) => each.path === path)
  const index = new TypeIndex(model)
  const isMany = (type: TypeRef): boolean => {
    if (type.form !== 'named') return type.form === 'list' || type.form === 'map'
    const declaration = index.resolve(type)?.declaration
    return declaration?.form === 'named' && declaration.wrapped !== true && isMany(declaration.type)
  }
  const structs = (pkg?.declarations ?? []).filter((each): each is StructDeclaration => each.form === 'struct')
  const rows = structs.flatMap(({ name, fields }) => {
    const numbered = fields.filter(({ number }) => number > 0)
    if (fields.length > 0 && numbered.length === 0) return []
    const texts = numbered.map(({ number, type, name: field, shape, options }) => {
      const own = options.protoName ?? (shape === '<' ? field.charAt(0).toLowerCase() + field.slice(1) : field)
      return `${number} ${own}${isMany(type) ? '…' : ''}`
    })
    return [[name, texts.sort()] as const]
  })
  return Object.fromEntries(rows)
}

it('writes .proto files of the built-in types that read back with the same numbers', async () => {
  const model = readSnapshots('codegen/snapshots/k8s-0.37.2')
  const diagnostics = new Diagnostics()
  const layout = userLayout({ docs: false })
  const files = writeProto(model, layout, { docs: false, diagnostics }).map(({ path, text }) => ({ file: path, text }))
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  const read = await readProto({ source: 'x', files }, diagnostics)
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  const written = model.packages.filter(({ protoPackage }) => protoPackage !== undefined)
  expect(written.length).toBeGreaterThan(50)
  for (const { path } of written) expect([path, shapes(read, path)]).toMatchObject([path, shapes(model, path)])
})
