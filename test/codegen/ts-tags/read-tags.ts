import { expect } from 'vitest'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readTaggedTypeScript } from '../../../codegen/front-ends/ts-tags/ts-tags.js'
import type { Field, StructDeclaration } from '../../../codegen/ir/declarations.js'
import type { ApiPackage } from '../../../codegen/ir/model.js'

const head = `// +groupName=example.com

import type { bytes, Duration, float32, float64, int32, int64, IntOrString, JSON as AnyJSON, MicroTime, Quantity, RawExtension, Time, uint32, uint64 } from 'apimachinery/codegen/tags'
import type * as corev1 from 'apimachinery/api/core/v1'
import type { ListMeta, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'
`

/** Reads `api/v1/types.ts` with the usual head, and other files as they are. */
export async function read(body: string, files: Record<string, string> = {}) {
  const diagnostics = new Diagnostics()
  const all = { 'api/v1/types.ts': body.includes('+groupName') ? body : head + body, ...files }
  const inputs = Object.entries(all).map(([file, text]) => ({ file, text }))
  const { model } = await readTaggedTypeScript({ source: 'test', files: inputs, root: 'api' }, diagnostics)
  return { model, diagnostics, package: model.packages[0] as ApiPackage }
}

/** The struct of a name. */
export function struct(pkg: ApiPackage, name: string): StructDeclaration {
  const found = pkg.declarations.find((each) => each.name === name)
  if (found?.form !== 'struct') throw new Error(`no struct ${name}`)
  return found
}

/** The first field of an interface with one property, which must give no diagnostic. */
export async function fieldOf(property: string): Promise<Field> {
  const { package: pkg, diagnostics } = await read(
    `\nexport interface Spec {\n${property}\n}\nexport type Text = string\nexport interface Inner { a: string; b?: int32 }\nexport const Five = 5\n`,
  )
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([])
  return struct(pkg, 'Spec').fields[0] as Field
}
