import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { readGoTypes } from '../../../codegen/front-ends/go-types/go-types.js'
import type { Declaration, Field, StructDeclaration } from '../../../codegen/ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../../codegen/ir/model.js'
import { typeRefText } from '../../../codegen/ir/type-ref-text.js'

export const metaPath = 'k8s.io/apimachinery/pkg/apis/meta/v1'

/** A small stand-in for meta/v1. */
const meta = `package v1
type TypeMeta struct {
	Kind string \`json:"kind,omitempty" protobuf:"bytes,1,opt,name=kind"\`
	APIVersion string \`json:"apiVersion,omitempty" protobuf:"bytes,2,opt,name=apiVersion"\`
}
type ObjectMeta struct {
	Name string \`json:"name,omitempty" protobuf:"bytes,1,opt,name=name"\`
}
type ListMeta struct {}
type Time struct { time.Time }
func (t Time) MarshalJSON() ([]byte, error) { return nil, nil }
`

export interface ReadResult {
  readonly model: ApiModel
  readonly package: ApiPackage
  readonly messages: string[]
}

/** Reads one Go file as package `example.com/api/toys/v1`; the clause and the import of meta/v1 are added. */
export async function readGo(body: string): Promise<ReadResult> {
  const text = body.includes('package ') ? body : `package v1\n\nimport metav1 "${metaPath}"\n\n${body}`
  return readPackages({ 'example.com/api/toys/v1': { 'types.go': text } })
}

/** Reads packages given as path → file name → text; the first one is the answer's `package`. */
export async function readPackages(packages: Record<string, Record<string, string>>): Promise<ReadResult> {
  const diagnostics = new Diagnostics()
  const all = { ...packages, [metaPath]: { 'types.go': meta } }
  const model = await readGoTypes(
    {
      source: 'test',
      packages: Object.entries(all).map(([path, files]) => ({
        path,
        files: Object.entries(files).map(([name, text]) => ({ name, text })),
      })),
    },
    diagnostics,
  )
  const first = model.packages[0]
  if (first === undefined) throw new Error('no package')
  return { model, package: first, messages: diagnostics.items.map(formatDiagnostic) }
}

export function declarationOf(result: ReadResult, name: string): Declaration {
  const found = result.package.declarations.find((declaration) => declaration.name === name)
  if (found === undefined) throw new Error(`no declaration ${name}`)
  return found
}

export function structOf(result: ReadResult, name: string): StructDeclaration {
  const found = declarationOf(result, name)
  if (found.form !== 'struct') throw new Error(`${name} is not a struct`)
  return found
}

/** The fields of a struct as `name number type shape options`. */
export function fieldsOf(result: ReadResult, name: string): string[] {
  return structOf(result, name).fields.map((field) => fieldText(field, result.package.path))
}

function fieldText({ name, number, type, shape, options }: Field, home: string): string {
  const parts = [name, String(number), typeRefText(type, home), shape === '' ? '.' : shape]
  if (Object.keys(options).length > 0) parts.push(JSON.stringify(options))
  return parts.join(' ')
}
