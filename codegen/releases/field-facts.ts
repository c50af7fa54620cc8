import { ModuleWriter, type WriterContext, writerContext } from '../back-ends/typescript/module-writer.js'
import { literal, quote } from '../back-ends/typescript/names.js'
import { DescriptorWriter } from '../back-ends/typescript/write-descriptors.js'
import type { Field, StructDeclaration } from '../ir/declarations.js'
import { isRequired } from '../ir/is-required.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'
import { kubernetesLayout } from '../profiles/kubernetes-layout.js'
import { type DeclarationHistory, declarationHistories, type ReleaseModel, sourceOf } from './release-model.js'

/** A struct of a release. */
interface StructOfRelease {
  readonly minor: number
  readonly model: ApiModel
  readonly struct: StructDeclaration
}

/** A field in a form that the newest type does not have, in one release. */
interface EarlierForm {
  readonly minor: number
  /** The field before it. */
  readonly after: string
  readonly text: string
  readonly write: () => string
}

/** The text of the file with the differences of the fields of releases; `file` is the package that it counts as. */
export function fieldTables(models: readonly ReleaseModel[], file: ApiPackage): string {
  return new FieldTables(models, file).text()
}

/** Compares the structs of all releases with those of the newest one that has them. */
class FieldTables {
  readonly #writer: ModuleWriter
  readonly #contexts = new Map<ApiModel, WriterContext>()
  readonly #models: readonly ReleaseModel[]
  readonly #file: ApiPackage

  constructor(models: readonly ReleaseModel[], file: ApiPackage) {
    this.#models = models
    this.#file = file
    for (const { model } of models) this.#contexts.set(model, contextOf(model, file))
    this.#writer = new ModuleWriter(contextOf({ source: sourceOf(models), packages: [] }, file), file, 'descriptors')
  }

  text(): string {
    this.#writer.contract()
    const changes: string[] = []
    const forms: string[] = []
    for (const history of declarationHistories(this.#models)) {
      const structs = structsOf(history)
      if (structs.length < 2) continue
      const name = quote(shortName(`${history.of.at(-1)!.package.modelPrefix}.${history.name}`))
      const words = this.#changes(structs)
      if (words.length > 0) changes.push(`  ${name}: ${quote(words.join(' '))},`)
      const earlier = this.#earlierForms(structs)
      if (earlier.length > 0) forms.push(`  ${name}: () => [`, ...earlier, '  ],')
    }
    const lines = [
      `/** Struct → fields that came, as \`name:first\`, and fields whose being required changed, as \`name!first\`. */`,
      'export const fieldChanges: Readonly<Record<string, string>> = {',
      ...changes.sort(),
      '}',
      '',
      '/** Struct → fields of other form, or of no later release: the first and last release, the field before it, and the field. */',
      'export const earlierFields: Readonly<Record<string, () => readonly EarlierField[]>> = {',
      ...forms,
      '}',
      '',
      '/** A field as releases from a first to a last one have it, and the name of the field before it. */',
      'export type EarlierField = readonly [first: number, last: number, after: string, field: ReturnType<typeof gen.field>]',
    ]
    for (const line of lines) this.#writer.line(line)
    return this.#writer.text()
  }

  #changes(structs: readonly StructOfRelease[]): string[] {
    const newest = structs.at(-1)!
    return newest.struct.fields.flatMap((field) => {
      const having = structs.filter(({ struct }) => fieldOf(struct, field.name) !== undefined)
      const first = having[0]!.minor
      if (newest.minor - first + 1 !== having.length) throw new Error(`${field.name} goes and comes again`)
      const reversed = having.filter(({ model, struct }) => {
        const own = fieldOf(struct, field.name)!
        return isRequired(own) !== isRequired(field) && this.#isSameForm([model, own], [newest.model, field])
      })
      const last = reversed.at(-1)?.minor
      return [
        ...(first === structs[0]!.minor ? [] : [`${field.name}:${first}`]),
        ...(last === undefined ? [] : [`${field.name}!${last + 1}`]),
      ]
    })
  }

  #earlierForms(structs: readonly StructOfRelease[]): string[] {
    const newest = structs.at(-1)!
    const forms = structs.slice(0, -1).flatMap((each) => this.#formsOf(each, newest))
    const runs: { first: number; last: EarlierForm }[] = []
    for (const form of forms) {
      const run = runs.find(({ last }) => last.minor === form.minor - 1 && isSame(last, form))
      if (run === undefined) runs.push({ first: form.minor, last: form })
      else run.last = form
    }
    return runs.map(({ first, last }) => `    [${first}, ${last.minor}, ${quote(last.after)}, ${last.write()}],`)
  }

  #formsOf({ minor, model, struct }: StructOfRelease, newest: StructOfRelease): EarlierForm[] {
    checkOptions(struct, newest.struct)
    return struct.fields.flatMap((field, index) => {
      const now = fieldOf(newest.struct, field.name)
      if (now !== undefined && this.#isSameForm([model, field], [newest.model, now])) return []
      const after = struct.fields[index - 1]?.name ?? ''
      return [{ minor, after, text: this.#fieldText(model, field), write: () => this.#written(model, field) }]
    })
  }

  /** Reports whether fields differ in nothing but in being required. */
  #isSameForm([model, field]: FieldOfModel, [other, same]: FieldOfModel): boolean {
    return this.#fieldText(model, withoutRequired(field)) === this.#fieldText(other, withoutRequired(same))
  }

  #fieldText(model: ApiModel, field: Field): string {
    const scratch = new ModuleWriter(this.#contexts.get(model)!, this.#file, 'descriptors')
    return new DescriptorWriter(scratch, { inline: true }).field(field)
  }

  /** The text; what it refers to is imported. */
  #written(model: ApiModel, field: Field): string {
    const writer = new ModuleWriter(this.#contexts.get(model)!, this.#file, 'descriptors')
    const text = new DescriptorWriter(writer, { inline: true }).field(field)
    this.#writer.importAllOf(writer)
    return text
  }
}

type FieldOfModel = readonly [model: ApiModel, field: Field]

function contextOf(model: ApiModel, file: ApiPackage): WriterContext {
  const folderOf = (pkg: ApiPackage) => (pkg === file ? 'api/releases' : kubernetesLayout.folderOf(pkg))
  return writerContext(model, { ...kubernetesLayout, folderOf })
}

function structsOf({ of }: DeclarationHistory): StructOfRelease[] {
  return of.flatMap(({ minor, model, declaration }) =>
    declaration.form === 'struct' ? [{ minor, model, struct: declaration }] : [],
  )
}

/** The name of a struct without what nearly all have in common. */
function shortName(name: string): string {
  return name.replace(/^io\.k8s\.(api\.)?/, '')
}

function fieldOf({ fields }: StructDeclaration, name: string): Field | undefined {
  return fields.find((field) => field.name === name)
}

function withoutRequired(field: Field): Field {
  const { required: _, ...options } = field.options
  return { ...field, options }
}

function isSame(one: EarlierForm, other: EarlierForm): boolean {
  return one.text === other.text && one.after === other.after
}

/** Unions are a matter of declared validation. */
function checkOptions(struct: StructDeclaration, newest: StructDeclaration): void {
  const [own, now] = [struct, newest].map(({ options }) =>
    literal({ ...options, unions: undefined, schema: undefined }),
  )
  if (own !== now) throw new Error(`${struct.name} has other options: ${own} and ${now}`)
}
