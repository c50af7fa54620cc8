import type { KindFacts, StructDeclaration } from '../../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import { typeMeta } from '../../ir/type-ref.js'
import type { OutputFile } from '../../output/output-file.js'
import type { TypeScriptLayout } from '../typescript/layout.js'
import { ModuleWriter, writerContext } from '../typescript/module-writer.js'
import { literal, lowerFirst } from '../typescript/names.js'
import { type ClientCall, clientCalls } from './endpoints.js'

/** Writes `client.gen.ts` for every package with kinds that are served: the typed surface, and tables of its requests. */
export function writeClients(model: ApiModel, layout: TypeScriptLayout): OutputFile[] {
  const context = writerContext(model, layout)
  return model.packages.flatMap((pkg) => {
    const folder = layout.folderOf(pkg)
    const kinds = servedKinds(pkg)
    if (folder === undefined || pkg.external !== undefined || kinds.length === 0) return []
    const writer = new ModuleWriter(context, pkg, 'client')
    for (const kind of kinds) new ClientWriter(writer, kind).write()
    return [{ path: folder === '' ? 'client.gen.ts' : `${folder}/client.gen.ts`, text: writer.text() }]
  })
}

interface ServedKind {
  readonly struct: StructDeclaration
  readonly kind: KindFacts
  readonly resource: ResourceFacts
}

function servedKinds(pkg: ApiPackage): ServedKind[] {
  return pkg.declarations.flatMap((struct) =>
    struct.form === 'struct' && struct.kind?.resource !== undefined
      ? [{ struct, kind: struct.kind, resource: struct.kind.resource }]
      : [],
  )
}

class ClientWriter {
  readonly #writer: ModuleWriter
  readonly #kind: ServedKind
  readonly #type: string
  readonly #calls: readonly ClientCall[]

  constructor(writer: ModuleWriter, served: ServedKind) {
    this.#writer = writer
    this.#kind = served
    this.#type = `${writer.sibling('types', 'types')}.${served.struct.name}`
    this.#calls = clientCalls(writer.package, served.kind, served.resource)
    writer.contract()
  }

  write(): void {
    this.#endpoints()
    this.#client()
    this.#lister()
  }

  #endpoints(): void {
    const { struct } = this.#kind
    this.#writer.line(`export const ${lowerFirst(struct.name)}Endpoints: gen.EndpointTable = {`)
    for (const { name, named: _, takes: __, ...endpoint } of this.#calls) {
      this.#writer.line(`  ${name}: ${literal(endpoint)},`)
    }
    this.#writer.line('}')
    this.#writer.line('')
  }

  #client(): void {
    const { struct, resource } = this.#kind
    const namespaced = resource.scope === 'Namespaced'
    this.#writer.line(`export interface ${struct.name}Client {`)
    for (const call of this.#calls) this.#writer.line(`  ${this.#signature(call)}`)
    this.#writer.line('}')
    this.#writer.line(`export interface ${struct.name}Getter {`)
    this.#writer.line(`  ${this.#plural()}(${namespaced ? 'namespace: string' : ''}): ${struct.name}Client`)
    this.#writer.line('}')
  }

  /** Name of the method that leads to a client or lister: the plural in the kind's capitals. */
  #plural(): string {
    const { struct, resource } = this.#kind
    const start = lowerFirst(struct.name)
    const common = resource.plural.toLowerCase().startsWith(start.toLowerCase())
    const name = common ? start + resource.plural.slice(start.length) : resource.plural
    return name.replaceAll(/[^\p{ID_Continue}$]/gu, '_')
  }

  #signature({ name, verb, named, takes, options, body, result, path }: ClientCall): string {
    const meta = this.#meta()
    const sendsWhole = takes === 'object' && name !== 'apply' && name !== 'applyStatus'
    const isOwnPath = !path.includes('{name}/') || path.endsWith('/status')
    const needsName = named && !(takes === 'object' && isOwnPath)
    const parameters = [
      ...(needsName ? ['name: string'] : []),
      ...(takes === 'object'
        ? [`object: ${sendsWhole ? this.#named(body) : `gen.ObjectInit<${this.#named(body)}>`}`]
        : []),
      ...(takes === 'patch' ? ['patch: object', 'contentType: string'] : []),
      `options?: gen.ObjectInit<${meta}.${options}>`,
    ]
    return `${name}(${parameters.join(', ')}): ${this.#result(verb, result)}`
  }

  #result(verb: string, kind: string): string {
    if (verb === 'watch') return `AsyncIterable<gen.WatchNotice<${this.#named(kind)}>>`
    if (verb === 'list') return `Promise<${this.#list(kind)}>`
    return verb === 'delete' || verb === 'deletecollection'
      ? `Promise<${this.#meta()}.Status>`
      : `Promise<${this.#named(kind)}>`
  }

  /** The list kind of the package; where there is none, its items. */
  #list(kind: string): string {
    const item = this.#kind.struct.name
    const list = this.#writer.package.declarations.find(
      (each): each is StructDeclaration => each.form === 'struct' && each.kind?.itemType?.name === item,
    )
    return list !== undefined
      ? `types.${list.name}`
      : this.#isDeclared(kind)
        ? `types.${kind}`
        : `{ items: ${this.#type}[] }`
  }

  /** A type of this package; one of another package is named in tags only and may be any object. */
  #named(kind: string | undefined): string {
    if (kind === undefined || kind === this.#kind.kind.kind) return this.#type
    return this.#isDeclared(kind) ? `types.${kind}` : 'gen.KubernetesObject'
  }

  #isDeclared(name: string): boolean {
    return this.#writer.package.declarations.some((each) => each.name === name)
  }

  #meta(): string {
    const external = this.#writer.context.model.packages.find(({ path }) => path === typeMeta.package)
    return external === undefined
      ? this.#writer.module('metav1', 'apimachinery/meta/v1')
      : this.#writer.qualifier(external, 'types').slice(0, -1)
  }

  #lister(): void {
    const { struct, resource } = this.#kind
    const names = { list: `${struct.name}Lister`, inNamespace: `${struct.name}NamespaceLister` }
    const reads = [`  list(selector?: string): ${this.#type}[]`, `  get(name: string): ${this.#type} | undefined`]
    if (resource.scope === 'Namespaced') {
      this.#writer.line(`export interface ${names.inNamespace} {`)
      for (const line of reads) this.#writer.line(line)
      this.#writer.line('}')
      this.#writer.line(`export interface ${names.list} {`)
      this.#writer.line(reads[0] ?? '')
      this.#writer.line(`  ${this.#plural()}(namespace: string): ${names.inNamespace}`)
    } else {
      this.#writer.line(`export interface ${names.list} {`)
      for (const line of reads) this.#writer.line(line)
    }
    this.#writer.line('}')
    this.#writer.line(`export interface ${struct.name}Informer extends gen.Informer<${this.#type}, ${names.list}> {}`)
    this.#writer.line('')
  }
}
