import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Declaration, Field, StructDeclaration } from '../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'

/** Sentences by group (`core`, `meta`, `apps`, …) and by `Type` or `Type.field`. */
export type ApiDocs = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Groups that `extensions` was split into. */
const heirsOfExtensions = ['apps', 'networking.k8s.io', 'policy']

const ofEveryKind: Readonly<Record<string, string>> = {
  spec: 'What is wanted.',
  status: 'What was observed; written by controllers.',
  items: 'The objects.',
}

/** Reads every `GROUP.txt` of a folder; a line is `Type: sentence` or `Type.field: sentence`. */
export function readApiDocs(folder: string): ApiDocs {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return new Map(files.sort().map((name) => [name.slice(0, -'.txt'.length), readEntries(folder, name)]))
}

function readEntries(folder: string, name: string): Map<string, string> {
  const entries = new Map<string, string>()
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    if (line === '') continue
    const colon = line.indexOf(': ')
    const key = line.slice(0, colon)
    if (colon < 1 || entries.has(key)) throw new Error(`${name}: not one entry, or a second one: ${line}`)
    entries.set(key, line.slice(colon + 2))
  }
  return entries
}

/**
 * Gives declarations and fields of a model our own sentences in place of its comments. Throws when a sentence
 * belongs to no type or field, so that none outlives what it describes.
 */
export function withApiDocs(model: ApiModel, docs: ApiDocs): ApiModel {
  const writer = new DocWriter(docs, model.source.replace(/^.*v\d+\.(\d+)\..*$/, '1.$1'))
  const packages = model.packages.map((pkg) => ({
    ...pkg,
    constants: pkg.constants.map((constant) => ({ ...constant, doc: undefined })),
    declarations: pkg.declarations.map((declaration) => writer.declaration(pkg, declaration)),
  }))
  writer.checkUnused()
  return { ...model, packages }
}

class DocWriter {
  readonly #docs: ApiDocs
  readonly #release: string
  readonly #used = new Set<string>()

  constructor(docs: ApiDocs, release: string) {
    this.#docs = docs
    this.#release = release
  }

  declaration(pkg: ApiPackage, declaration: Declaration): Declaration {
    if (declaration.form !== 'struct') return { ...declaration, doc: undefined }
    const fields = declaration.fields.map((field) => ({ ...field, doc: this.#fieldDoc(pkg, declaration, field) }))
    return { ...declaration, fields, doc: this.#structDoc(pkg, declaration) }
  }

  checkUnused(): void {
    for (const [group, entries] of this.#docs)
      for (const key of entries.keys())
        if (!this.#used.has(`${group}/${key}`)) throw new Error(`${group}.txt: nothing is called ${key}`)
  }

  #structDoc(pkg: ApiPackage, { name, kind }: StructDeclaration): string | undefined {
    const sentence = this.#sentence(pkg, name)
    if (kind === undefined) return sentence ?? partDoc(name)
    if (kind.itemType !== undefined) return sentence ?? `A list of ${kind.itemType.name} objects.`
    if (sentence === undefined || kind.resource === undefined || pkg.version === undefined) return sentence
    const group = pkg.group === '' ? 'core' : (pkg.group ?? '').split('.')[0]
    const release = pkg.goneIn === undefined ? this.#release : `1.${pkg.goneIn - 1}`
    const anchor = `${name.toLowerCase()}-${pkg.version}-${group?.replaceAll('.', '-')}`
    return `${sentence}\n\n@see https://kubernetes.io/docs/reference/generated/kubernetes-api/v${release}/#${anchor}`
  }

  #fieldDoc(pkg: ApiPackage, { name, kind }: StructDeclaration, field: Field): string | undefined {
    const sentence = this.#sentence(pkg, `${name}.${field.name}`)
    if (field.goneIn !== undefined) return `Kubernetes 1.${field.goneIn} has it no more.`
    if (sentence !== undefined || kind === undefined) return sentence
    if (field.name === 'metadata')
      return kind.itemType === undefined
        ? 'Name, namespace, labels and what else every object has.'
        : 'Version of the list and token of the next page.'
    return Object.hasOwn(ofEveryKind, field.name) ? ofEveryKind[field.name] : undefined
  }

  #sentence(pkg: ApiPackage, key: string): string | undefined {
    for (const group of groupsOf(pkg)) {
      const sentence = this.#docs.get(group)?.get(key)
      if (sentence === undefined) continue
      this.#used.add(`${group}/${key}`)
      return sentence
    }
    return undefined
  }
}

function partDoc(name: string): string | undefined {
  const [, owner, part] = /^(\w+)(Spec|Status)$/.exec(name) ?? []
  if (owner === undefined) return undefined
  return part === 'Spec' ? `What is wanted of a ${owner}.` : `What was observed of a ${owner}.`
}

function groupsOf({ group, path }: ApiPackage): readonly string[] {
  if (path.includes('/apis/meta/')) return ['meta']
  if (group === 'extensions') return heirsOfExtensions
  return [group === '' || group === undefined ? 'core' : group]
}
