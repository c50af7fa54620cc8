import type { KindFacts, StructDeclaration } from '../../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import type { OutputFile } from '../../output/output-file.js'
import { importAlias, specifierFrom } from '../typescript/layout.js'
import { header } from '../typescript/module-writer.js'
import { lowerFirst, quote } from '../typescript/names.js'
import type { ClientLayout } from './client-layout.js'
import { absentMethods, type ExtraMethod, extraMethods } from './client-methods.js'

/** Writes the clients of every package with kinds that are served, as classes over the client's generic resource client. */
export function writeClients(model: ApiModel, layout: ClientLayout): OutputFile[] {
  return model.packages.flatMap((pkg) => {
    const path = layout.fileOf(pkg)
    const kinds = servedKinds(pkg)
    if (path === undefined || kinds.length === 0) return []
    return [{ path, text: new ClientWriter({ model, layout, pkg, path }).text(kinds) }]
  })
}

/** Name of the class with the clients of a group and version: `AppsV1Client`. */
export function groupClientName({ group = '', version = '' }: ApiPackage): string {
  const [label = ''] = (group === '' ? 'core' : group).split('.')
  const words = [...label.split(/[^\p{L}\p{N}]+/u), ...version.split(/[^\p{L}\p{N}]+/u)]
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Client`
}

/** `apps/v1`; `v1` for the core group. */
export function groupVersionText({ group = '', version = '' }: ApiPackage): string {
  return group === '' ? version : `${group}/${version}`
}

const callTexts: Readonly<Record<string, string>> = {
  get: 'Reads',
  list: 'Lists',
  watch: 'Watches',
  create: 'Creates',
  update: 'Replaces',
  patch: 'Patches',
  apply: 'Applies',
  delete: 'Deletes',
}

function methodComment({ call, subresource }: Pick<ExtraMethod, 'call' | 'subresource'>, kind: string): string {
  const verb = callTexts[call.replace(/For$/, '')] ?? 'Calls'
  return subresource === undefined ? `${verb} a \`${kind}\`.` : `${verb} the subresource \`${subresource}\`.`
}

interface ServedKind {
  readonly struct: StructDeclaration
  readonly kind: KindFacts
  readonly resource: ResourceFacts
}

/** Kinds that have clients: those that are served, and have at least one method. */
function servedKinds(pkg: ApiPackage): ServedKind[] {
  return pkg.declarations.flatMap((struct) => {
    const resource = struct.form === 'struct' ? struct.kind?.resource : undefined
    if (struct.form !== 'struct' || struct.kind === undefined || resource === undefined) return []
    const hasNothing = resource.client?.noVerbs === true && extraMethods(resource).length === 0
    return hasNothing ? [] : [{ struct, kind: struct.kind, resource }]
  })
}

interface ClientFile {
  readonly model: ApiModel
  readonly layout: ClientLayout
  readonly pkg: ApiPackage
  readonly path: string
}

class ClientWriter {
  readonly #file: ClientFile
  readonly #imports = new Map<string, string>()
  readonly #lines: string[] = []

  constructor(file: ClientFile) {
    this.#file = file
  }

  text(kinds: readonly ServedKind[]): string {
    const { model, layout, pkg } = this.#file
    this.#import('gen', layout.contract)
    for (const kind of kinds) this.#client(kind)
    this.#group(kinds)
    const imports = [...this.#imports].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
    const importLines = imports.map(([alias, specifier]) => `import * as ${alias} from ${quote(specifier)}`)
    return `${[header(model.source, pkg), ...importLines, '', ...this.#lines].join('\n').trimEnd()}\n`
  }

  /** The client of one kind: the generic one, without what the kind does not have, with what it has more. */
  #client({ struct, resource }: ServedKind): void {
    const extra = extraMethods(resource)
    const absent = absentMethods(resource)
    const whole = this.#baseText(struct)
    const name = `${struct.name}Client`
    const omit = (text: string): string =>
      absent.length === 0 ? text : `Omit<${text}, ${absent.map(quote).join(' | ')}>`
    const comment = `/** Client for \`${struct.name}\` objects. */`
    if (extra.length === 0 && this.#base(struct) === undefined) {
      this.#lines.push(comment)
      this.#lines.push(`export type ${name} = ${omit(whole)}`)
      return
    }
    this.#lines.push(`class ${name}Class extends ${whole} {`)
    for (const method of extra) this.#method(method, struct)
    this.#lines.push('}', comment)
    this.#lines.push(`export type ${name} = ${omit(`${name}Class`)}`)
  }

  #method(method: ExtraMethod, struct: StructDeclaration): void {
    const { name, takes, named, options, call, subresource, input, result } = method
    const own = this.#typeOf(struct.name) ?? 'gen.Unstructured'
    const answer = (result === undefined ? own : this.#typeOf(result)) ?? 'gen.Unstructured'
    const sent = (input === undefined ? own : this.#typeOf(input)) ?? 'gen.Unstructured'
    const isRequired = options === 'ApplyCallOptions'
    const object = takes === 'object' && isRequired ? `gen.ApplyInit<${sent}>` : sent
    const parameters = [
      ...(named ? ['name: string'] : []),
      ...(takes === 'object' ? [`object: ${object}`] : takes === 'patch' ? ['patch: gen.Patch'] : []),
      `options${isRequired ? '' : '?'}: gen.${options}`,
    ]
    const of = answer === own ? '' : `, ${answer}`
    const target =
      subresource !== undefined
        ? `this.subresource(${quote(subresource)}${of})`
        : answer === own
          ? 'this'
          : `gen.answering(this, ${answer})`
    const passed = sent === answer ? 'object' : 'object as never'
    const body = takes === 'object' ? [passed] : takes === 'patch' ? ['patch'] : []
    this.#lines.push(`  /** ${methodComment({ call, subresource }, struct.name)} */`)
    this.#lines.push(
      `  ${name}(${parameters.join(', ')}): Promise<${call === 'list' ? `gen.ListOf<${answer}>` : answer}> {`,
    )
    this.#lines.push(`    return ${target}.${call}(${[...(named ? ['name'] : []), ...body, 'options'].join(', ')})`)
    this.#lines.push('  }')
  }

  #group(kinds: readonly ServedKind[]): void {
    this.#lines.push(`/** Clients for the kinds of \`${groupVersionText(this.#file.pkg)}\`. */`)
    this.#lines.push(`export class ${groupClientName(this.#file.pkg)} extends gen.GroupVersionClient {`)
    for (const { struct, resource } of kinds) {
      const namespaced = resource.scope === 'Namespaced'
      const type = this.#typeOf(struct.name)
      const isClass = extraMethods(resource).length > 0 || this.#base(struct) !== undefined
      const namespace = namespaced ? ['namespace'] : []
      const made = isClass
        ? `this.as(${[type, `${struct.name}ClientClass`, ...namespace].join(', ')})`
        : `this.of(${[type, ...namespace].join(', ')})`
      const parameter = namespaced ? 'namespace: string' : ''
      const where = namespaced ? 'in a namespace; all namespaces if it is empty' : 'of the cluster'
      this.#lines.push(`  /** \`${struct.name}\` objects ${where}. */`)
      this.#lines.push(`  ${pluralName(struct, resource)}(${parameter}): ${struct.name}Client {`)
      this.#lines.push(`    return ${made}`)
      this.#lines.push('  }')
    }
    this.#lines.push('}')
  }

  #baseText(struct: StructDeclaration): string {
    return `${this.#base(struct) ?? 'gen.ResourceClient'}<${this.#typeOf(struct.name)}>`
  }

  #base(struct: StructDeclaration): string | undefined {
    const base = this.#file.layout.baseOf?.(this.#file.pkg, struct.name)
    return base === undefined ? undefined : `${this.#import('expansions', base.module)}.${base.name}`
  }

  /** A type of this package, or one as tags name it: `k8s.io/api/autoscaling/v1.Scale`. */
  #typeOf(written: string): string | undefined {
    const dot = written.lastIndexOf('.')
    const path = dot < 0 ? this.#file.pkg.path : written.slice(0, dot)
    const name = written.slice(dot + 1)
    const pkg = this.#file.model.packages.find((each) => each.path === path)
    const found = pkg?.declarations.find((each) => each.name === name)
    const types = pkg === undefined ? undefined : this.#file.layout.typesOf(pkg)
    if (pkg === undefined || types === undefined) return undefined
    // Only classes say how their objects travel.
    if (found?.form !== 'struct' || found.kind === undefined) return undefined
    return `${this.#import(pkg === this.#file.pkg ? 'types' : importAlias(pkg), types)}.${name}`
  }

  #import(alias: string, target: string): string {
    const folder = this.#file.path.split('/').slice(0, -1).join('/')
    this.#imports.set(alias, specifierFrom(folder, target))
    return alias
  }
}

/** Name of the method that leads to a client: the plural in the kind's capitals. */
function pluralName(struct: StructDeclaration, { plural }: ResourceFacts): string {
  const start = lowerFirst(struct.name)
  const common = plural.toLowerCase().startsWith(start.toLowerCase())
  const name = common ? start + plural.slice(start.length) : plural
  return name.replaceAll(/[^\p{ID_Continue}$]/gu, '_')
}
