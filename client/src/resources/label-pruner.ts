import { MachineryError } from 'apimachinery/errors'
import type { RESTMapping } from 'apimachinery/meta'
import { getUID, type Unstructured } from 'apimachinery/runtime'
import { GroupKind } from 'apimachinery/schema'
import type { Client } from '../client/client.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { lastApplied } from './last-applied.js'
import { type ObjectInfo, resourceOf } from './object-info.js'
import { type DryRun, dryRunOption } from './write-options.js'

/** The kinds that are pruned by default, as `group/version/kind`. */
const usualKinds = [
  ...['ConfigMap', 'Endpoints', 'PersistentVolumeClaim', 'Pod', 'ReplicationController', 'Secret', 'Service'].map(
    (kind) => `core/v1/${kind}`,
  ),
  ...['batch/v1/Job', 'batch/v1/CronJob', 'networking.k8s.io/v1/Ingress'],
  ...['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => `apps/v1/${kind}`),
  ...['core/v1/Namespace', 'core/v1/PersistentVolume'],
]

/** What is pruned. */
export interface LabelPrunerOptions {
  /** Objects with these labels; undefined for all. */
  readonly labelSelector?: string | undefined
  /** Kinds as `group/version/kind`, the group `core` being the one without a name. Default: kubectl's list. */
  readonly kinds?: readonly string[] | undefined
  readonly dryRun?: DryRun | undefined
  /** Default `Background`. */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined
  readonly gracePeriodSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Deletes what was applied once and is no longer: objects of the namespaces that were visited, and of the cluster, which have
 * the annotation of client-side applies and were not visited. {@link ApplySet} knows what belongs together, this only guesses.
 */
export class LabelPruner {
  readonly #client: Client
  readonly #options: LabelPrunerOptions
  readonly #mappings: readonly RESTMapping[]
  readonly #uids = new Set<string>()
  readonly #namespaces = new Set<string>()

  private constructor(client: Client, options: LabelPrunerOptions, mappings: readonly RESTMapping[]) {
    this.#client = client
    this.#options = options
    this.#mappings = mappings
  }

  /** @throws MachineryError for a kind in another form; NoKindMatchError for one that is not served */
  static async create(client: Client, options: LabelPrunerOptions = {}): Promise<LabelPruner> {
    const kinds = options.kinds?.length ? options.kinds : usualKinds
    const mappings: RESTMapping[] = []
    for (const text of kinds) mappings.push(await mappingOf(client, text))
    return new LabelPruner(client, options, mappings)
  }

  /** Adds a namespace to those that are pruned. */
  visitNamespace(namespace: string): void {
    if (namespace !== '') this.#namespaces.add(namespace)
  }

  /** Keeps an object. */
  visit(object: Unstructured): void {
    this.#uids.add(getUID(object))
  }

  /** Deletes; gives each object after its deletion. @throws RequestStatusError */
  async *prune(): AsyncGenerator<ObjectInfo & { readonly object: Unstructured }, undefined> {
    const isNamespaced = ({ scope }: RESTMapping): boolean => scope.name === 'namespace'
    for (const namespace of this.#namespaces) {
      for (const mapping of this.#mappings.filter(isNamespaced)) yield* this.#pruneKind(mapping, namespace)
    }
    for (const mapping of this.#mappings.filter((each) => !isNamespaced(each))) yield* this.#pruneKind(mapping, '')
  }

  async *#pruneKind(
    mapping: RESTMapping,
    namespace: string,
  ): AsyncGenerator<ObjectInfo & { readonly object: Unstructured }, undefined> {
    const { labelSelector, dryRun, propagationPolicy = 'Background', gracePeriodSeconds, signal } = this.#options
    const resource = resourceOf(this.#client, { mapping, namespace })
    const { items } = await resource.list({ labelSelector, signal })
    for (const object of items) {
      if (lastApplied(object) === undefined || this.#uids.has(getUID(object))) continue
      const { name } = nameAndNamespace(object)
      if (dryRun !== 'client') {
        await resource.delete(name, { propagationPolicy, signal, gracePeriodSeconds, dryRun: dryRunOption(dryRun) })
      }
      yield { mapping, namespace, name, object, source: '' }
    }
  }
}

async function mappingOf(client: Client, text: string): Promise<RESTMapping> {
  const [group = '', version = '', kind, ...more] = text.split('/')
  if (kind === undefined || more.length > 0) {
    const message = `invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`
    throw new MachineryError('InvalidRequest', message)
  }
  return client.restMapper.restMapping(new GroupKind(group === 'core' ? '' : group, kind), version)
}
