import type { PersistentVolume, Pod } from 'apimachinery/api/core/v1'
import type { ResourceSlice } from 'apimachinery/api/resource/v1'
import type { VolumeAttachment } from 'apimachinery/api/storage/v1'
import { getName, getNamespace, type KubernetesObject } from 'apimachinery/runtime'
import { NodeAuthorizer } from '../../authorization/node/node-authorizer.js'
import { NodeGraph, type RelatedKind, type Relation, related } from '../../authorization/node/node-graph.js'
import { podRelations } from '../../authorization/node/pod-relations.js'
import { volumeRelations } from '../../authorization/node/volume-relations.js'
import type { BuiltInStores } from '../../kinds/built-in-stores.js'
import { nodeRules } from '../../kinds/rbac/bootstrap-policy.js'
import type { PolicyFacts } from '../../kinds/rbac/policy-rows.js'
import type { ObjectCache } from '../../storage/object-cache.js'

/** The authorizer of nodes, whose graph follows the stores. Until it has started, nodes reach no more than every node may. */
export class NodeAuthorization {
  readonly authorizer: NodeAuthorizer
  readonly #all: Pick<ObjectCache<KubernetesObject>, 'start' | 'stop'>[] = []

  constructor(stores: BuiltInStores, facts: PolicyFacts & { readonly onError: (error: unknown) => void }) {
    const { onError } = facts
    const graph = new NodeGraph()
    this.authorizer = new NodeAuthorizer({ graph, rules: nodeRules(facts) })
    const follow = <T extends KubernetesObject>(
      [kind, prefix]: readonly [RelatedKind, string],
      relationsOf: (object: T) => readonly Relation[],
    ): void => {
      const cache = stores.cache<T>(prefix, onError)
      cache.onChange(({ type, object }) => {
        const teller = related(kind, getNamespace(object), getName(object))
        graph.set(teller, type === 'DELETED' ? [] : relationsOf(object))
      })
      this.#all.push(cache)
    }
    follow<Pod>(['pod', 'pods'], podRelations)
    follow<PersistentVolume>(['persistentvolume', 'persistentvolumes'], volumeRelations)
    follow<VolumeAttachment>(['volumeattachment', 'volumeattachments'], ({ metadata, spec }) =>
      onNode('volumeattachment', metadata?.name, spec?.nodeName),
    )
    follow<ResourceSlice>(['resourceslice', 'resourceslices'], ({ metadata, spec }) =>
      onNode('resourceslice', metadata?.name, spec?.nodeName),
    )
  }

  /** Resolves when everything is read. */
  async start(): Promise<void> {
    await Promise.all(this.#all.map((cache) => cache.start()))
  }

  stop(): void {
    for (const cache of this.#all) cache.stop()
  }
}

function onNode(kind: RelatedKind, name: string | undefined, node: string | undefined): Relation[] {
  return node ? [{ from: related(kind, '', name ?? ''), node }] : []
}
