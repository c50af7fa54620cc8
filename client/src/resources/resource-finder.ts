import { MachineryError, messageOf } from 'apimachinery/errors'
import {
  DiscoveryCategoryExpander,
  isNoMatchError,
  newDiscoveryRESTMapper,
  type RESTMapping,
  ShortcutExpander,
} from 'apimachinery/meta'
import { groupVersionKindOf, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { parseResourceArg } from 'apimachinery/schema'
import type { Client } from '../client/client.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { type ObjectInfo, resourceOf } from './object-info.js'
import { type ManifestSources, readManifests } from './read-manifests.js'

/** Which objects are meant. */
export interface FindOptions extends Partial<ManifestSources> {
  /** Resources and names as kubectl takes them: `pods`, `pod web`, `deploy/web svc/db`, `pods,services`, `all`. */
  readonly args?: readonly string[] | undefined
  /** The namespace of objects that name none. */
  readonly namespace: string
  /** Objects in manifests may name no other namespace. */
  readonly enforceNamespace?: boolean | undefined
  readonly allNamespaces?: boolean | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** `--all`: every object of the resources, where names would be needed otherwise. */
  readonly all?: boolean | undefined
  /** Objects of a list request. Default 500. */
  readonly chunkSize?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called for objects whose kind is not served, which are skipped; without it the first one is thrown. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Called for named objects that cannot be read, which are skipped; without it the first error is thrown. */
  readonly onObjectError?: ((error: unknown) => void) | undefined
  /** Of named objects this sub-resource is read. */
  readonly subresource?: string | undefined
}

/** A resource of which some or all objects are meant. */
export interface ResourceSelection {
  readonly mapping: RESTMapping
  /** Undefined: those that the selectors fit. */
  readonly name: string | undefined
}

const nothingNamed = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`
const twiceNamed =
  "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'apimachinery-client get resource/<resource_name>' instead of 'apimachinery-client get resource resource/<resource_name>'"
const pairsAndSelectors = 'selectors and the all flag cannot be used when passing resource/name arguments'
const subresourceOfMany = 'subresource cannot be used when bulk resources are specified'

/** Finds objects by the arguments of a user: manifests, or resources and names. */
export class ResourceFinder {
  readonly #client: Client
  readonly #options: FindOptions

  constructor(client: Client, options: FindOptions) {
    this.#client = client
    this.#options = options
  }

  /** The objects of manifests, with where they are served. @throws MachineryError, NoKindMatchError */
  async *manifests(): AsyncGenerator<ObjectInfo & { readonly object: Unstructured }, undefined> {
    const { filenames = [], recursive, readInput, folder, checkKinds } = this.#options
    for await (const { object, source } of readManifests({ filenames, recursive, readInput, folder, checkKinds })) {
      const { name, namespace } = nameAndNamespace(object)
      let mapping: RESTMapping
      try {
        mapping = await this.mappingOf(object)
      } catch (error) {
        const failure = isNoMatchError(error) ? notMapped(error, { name, namespace, source }) : error
        if (this.#options.onError === undefined) throw failure
        this.#options.onError(failure)
        continue
      }
      yield { mapping, name, namespace: this.#namespaceOf(object, mapping, namespace), object, source }
    }
  }

  /** The resource of a kind. @throws NoKindMatchError in kubectl's wording */
  async mappingOf(object: KubernetesObject): Promise<RESTMapping> {
    const gvk = groupVersionKindOf(object)
    return this.#client.restMapper.restMapping(gvk, gvk.version)
  }

  /** The resources and names of the arguments. @throws MachineryError, NoResourceMatchError */
  async selections(): Promise<ResourceSelection[]> {
    const { args = [], filenames = [], labelSelector, fieldSelector, all, subresource } = this.#options
    if (args.length === 0 && filenames.length === 0) throw new MachineryError('InvalidRequest', nothingNamed)
    if (args.some((arg) => arg.includes('/'))) {
      if (!args.every((arg) => arg.includes('/'))) throw new MachineryError('InvalidRequest', twiceNamed)
      if (labelSelector || fieldSelector || all === true) throw new MachineryError('InvalidRequest', pairsAndSelectors)
      return Promise.all(args.map((arg) => this.#pair(arg)))
    }
    const [types = '', ...names] = args
    if (types === '') return []
    const mappings = (await Promise.all(types.split(',').map((type) => this.#mappings(type)))).flat()
    if (names.length === 0) {
      if (subresource !== undefined) throw new MachineryError('InvalidRequest', subresourceOfMany)
      return mappings.map((mapping) => ({ mapping, name: undefined }))
    }
    if (labelSelector || fieldSelector) {
      throw new MachineryError('InvalidRequest', 'name cannot be provided when a selector is specified')
    }
    if (this.#options.allNamespaces === true && mappings.some(isNamespaced)) {
      throw new MachineryError('InvalidRequest', 'a resource cannot be retrieved by name across all namespaces')
    }
    return mappings.flatMap((mapping) => names.map((name) => ({ mapping, name })))
  }

  /** The objects that the manifests and arguments name, as the server has them. */
  async *objects(): AsyncGenerator<ObjectInfo & { readonly object: Unstructured }, undefined> {
    const { labelSelector, fieldSelector, chunkSize = 500, signal } = this.#options
    for await (const info of this.manifests()) {
      const object = await this.#read(info)
      if (object !== undefined) yield { ...info, object }
    }
    for (const { mapping, name } of await this.selections()) {
      const namespace = this.namespaceFor(mapping)
      const resource = resourceOf(this.#client, { mapping, namespace })
      if (name !== undefined) {
        const object = await this.#read({ mapping, namespace, name })
        if (object !== undefined) yield { mapping, namespace, name, source: '', object }
        continue
      }
      const options = { limit: chunkSize > 0 ? chunkSize : undefined, labelSelector, fieldSelector, signal }
      for await (const object of resource.each(options)) {
        const found = nameAndNamespace(object)
        yield { mapping, namespace: found.namespace ?? '', name: found.name, source: '', object }
      }
    }
  }

  /** The namespace in which a resource is looked at; empty for all, and for resources of the cluster. */
  namespaceFor(mapping: RESTMapping): string {
    return isNamespaced(mapping) && this.#options.allNamespaces !== true ? this.#options.namespace : ''
  }

  async #read(info: Pick<ObjectInfo, 'mapping' | 'namespace' | 'name'>): Promise<Unstructured | undefined> {
    const { signal, subresource, onObjectError } = this.#options
    const resource = resourceOf(this.#client, info)
    try {
      const from = subresource === undefined ? resource : resource.subresource(subresource, Unstructured)
      return await from.get(info.name, { signal })
    } catch (error) {
      if (onObjectError === undefined) throw error
      onObjectError(error)
      return undefined
    }
  }

  async #pair(arg: string): Promise<ResourceSelection> {
    const [type = '', name = '', ...more] = arg.split('/')
    if (more.length > 0) {
      throw new MachineryError('InvalidRequest', 'arguments in resource/name form may not have more than one slash')
    }
    if (type === '' || name === '' || type.includes(',')) {
      throw new MachineryError('InvalidRequest', 'arguments in resource/name form must have a single resource and name')
    }
    const [mapping] = await this.#mappings(type)
    if (mapping === undefined)
      throw new MachineryError('InvalidRequest', `the server doesn't have a resource type "${type}"`)
    return { mapping, name }
  }

  async #mappings(type: string): Promise<RESTMapping[]> {
    const discovery = await this.#client.discovery.discovery()
    const plain = newDiscoveryRESTMapper(discovery)
    const inCategory = new DiscoveryCategoryExpander(discovery).expand(type)
    const mapper = new ShortcutExpander(plain, discovery)
    const typed = { groupVersionResource: undefined }
    const resources = inCategory?.map((groupResource) => ({ ...typed, groupResource })) ?? [parseResourceArg(type)]
    return resources.flatMap(({ groupVersionResource: gvr, groupResource: gr }) => {
      try {
        const gvk = gvr === undefined ? mapper.kindFor(gr) : findKind(mapper, gvr, gr)
        return [mapper.restMapping(gvk, gvk.version)]
      } catch (error) {
        // A category may name what is not served in every version.
        if (inCategory !== undefined) return []
        if (!isNoMatchError(error)) throw error
        const message = `the server doesn't have a resource type ${JSON.stringify(gr.resource)}`
        throw new MachineryError('InvalidRequest', message, { cause: error })
      }
    })
  }

  #namespaceOf(object: KubernetesObject, mapping: RESTMapping, namespace: string | undefined): string {
    if (!isNamespaced(mapping)) return ''
    if (namespace === undefined) {
      const fields = object as { metadata?: Record<string, unknown> }
      fields.metadata = { ...fields.metadata, namespace: this.#options.namespace }
      return this.#options.namespace
    }
    if (this.#options.enforceNamespace === true && namespace !== this.#options.namespace) {
      const message = `the namespace from the provided object "${namespace}" does not match the namespace "${this.#options.namespace}". You must pass '--namespace=${namespace}' to perform this operation.`
      throw new MachineryError('InvalidRequest', message)
    }
    return namespace
  }
}

type Parsed = ReturnType<typeof parseResourceArg>

/** `deployments.v1.apps` may be a version, or a group of that name. */
function findKind(
  mapper: ShortcutExpander,
  gvr: NonNullable<Parsed['groupVersionResource']>,
  gr: Parsed['groupResource'],
): ReturnType<ShortcutExpander['kindFor']> {
  try {
    return mapper.kindFor(gvr)
  } catch {
    return mapper.kindFor(gr)
  }
}

function isNamespaced({ scope }: RESTMapping): boolean {
  return scope.name === 'namespace'
}

/** The error for an object whose kind is not served, in kubectl's wording. */
function notMapped(
  cause: unknown,
  {
    name,
    namespace = '',
    source,
  }: { readonly name: string; readonly namespace: string | undefined; readonly source: string },
): MachineryError {
  const [quotedName, quotedNamespace, quotedSource] = [name, namespace, source].map((text) => JSON.stringify(text))
  const message = `resource mapping not found for name: ${quotedName} namespace: ${quotedNamespace} from ${quotedSource}: ${messageOf(cause)}\nensure CRDs are installed first`
  return new MachineryError('InvalidManifest', message, { cause })
}
