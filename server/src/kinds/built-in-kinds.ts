import type { EffectiveRelease } from 'apimachinery/api/releases'
import { type KindStrategy, strategiesOfGroup, type UpdateHooks } from 'apimachinery/api/strategies'
import { builtInTableConvertor } from 'apimachinery/api/tables'
import type { TableConvertor } from 'apimachinery/meta'
import type { KubernetesObject, ResourceInfo, Scheme } from 'apimachinery/runtime'
import type { SerializerInfo } from 'apimachinery/runtime/serializer'
import { GroupVersionKind } from 'apimachinery/schema'
import { replicasScale, type ScaleAccess } from '../registry/scale-store.js'
import { storageCodec } from '../registry/storage-codec.js'
import { defaultStorageMediaType, type StorageMediaType, storageSerializers } from '../registry/storage-serializers.js'
import type { StorageCodec } from '../storage/lazy-object.js'
import { SharedObjects } from '../storage/shared-objects.js'
import type { BuiltInGroup, BuiltInKind, BuiltInVersion } from './built-in-groups.js'
import { storageVersionOf } from './storage-version.js'
import { storedLabels } from './stored-labels.js'

/** How a kind is kept: the same for all of its versions. */
export interface KeptKind {
  readonly prefix: string
  readonly storageVersion: GroupVersionKind
  readonly codec: StorageCodec
  /** What servers whose stores are copies of one another have decoded. */
  readonly objects: SharedObjects
}

/** A kind as one version of its group serves it. */
export interface ServedKind {
  readonly declaration: BuiltInKind
  readonly facts: ResourceInfo
  readonly strategy: KindStrategy
  readonly table: TableConvertor
  readonly kept: KeptKind
  readonly scale: { readonly access: ScaleAccess<KubernetesObject>; readonly table: TableConvertor } | undefined
  readonly subresources: readonly ServedSubresource[]
}

/** A way to write a part of an object, such as its status. */
export interface ServedSubresource {
  readonly name: string
  readonly hooks: UpdateHooks<KubernetesObject>
  readonly hasTable: boolean
}

/** What the kinds of a server depend on. */
export interface BuiltInKindsOptions {
  readonly scheme: Scheme
  readonly serializers: readonly SerializerInfo[]
  /** Decides in which versions objects are stored. */
  readonly effective: Required<EffectiveRelease>
  /** What objects are written as; default protobuf. */
  readonly mediaType?: StorageMediaType | undefined
}

/** Versions that workloads once had: entries of managed fields may still name them. */
const scalableVersions = ['apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1']

/** Groups of modules of their own, whose `StatusREST` has no `ConvertToTable`. Nor have other subresources than `status`. */
const withoutStatusTables: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

/** What a server knows of its built-in kinds: strategies, tables, codecs. It is found out once, and servers may have it in common. */
export class BuiltInKinds {
  readonly #options: BuiltInKindsOptions
  readonly #byVersion = new Map<string, Promise<readonly ServedKind[]>>()
  readonly #kept = new Map<string, KeptKind>()

  constructor(options: BuiltInKindsOptions) {
    this.#options = options
  }

  /** The kinds that a version of a group stores. Loads the strategies of the group. @throws Error for a kind that is stored and has no strategy */
  ofVersion(group: BuiltInGroup, version: BuiltInVersion): Promise<readonly ServedKind[]> {
    const key = `${group.group}/${version.version}`
    let found = this.#byVersion.get(key)
    if (found === undefined) {
      found = this.#find(group, version)
      this.#byVersion.set(key, found)
    }
    return found
  }

  async #find(group: BuiltInGroup, { version, resources }: BuiltInVersion): Promise<readonly ServedKind[]> {
    const strategies = await strategiesOfGroup(group.group)
    const kinds: ServedKind[] = []
    for (const declaration of group.kinds) {
      if (!(declaration.storage.versions?.includes(version) ?? true)) continue
      const strategy = strategies.find(({ type }) => type.groupVersionKind.kind === declaration.kind)
      const facts = strategy?.type.resource
      if (strategy === undefined || facts === undefined)
        throw new Error(`${declaration.kind} of ${group.group}/${version} is stored, but has no strategy or resource`)
      if (resources?.has(facts.plural) === false) continue
      kinds.push(await this.#served(group, version, { declaration, strategy, facts }))
    }
    return kinds
  }

  async #served(
    { group, ...more }: BuiltInGroup,
    version: string,
    found: Pick<ServedKind, 'declaration' | 'strategy' | 'facts'>,
  ): Promise<ServedKind> {
    const { scheme, effective } = this.#options
    const { declaration, facts } = found
    // The class that the scheme has in the place of the library's.
    const type = scheme.classFor(found.strategy.type.groupVersionKind) ?? found.strategy.type
    const strategy = { ...found.strategy, type }
    const versions = [...scalableVersions, group === '' ? version : `${group}/${version}`]
    const hasScale = facts.subresources?.includes('scale') === true
    return {
      declaration,
      facts,
      strategy,
      table: await builtInTableConvertor({ group, kind: declaration.kind, release: effective.release }),
      kept: this.#keptOf({ group, ...more }, { declaration, strategy, facts }),
      scale: hasScale
        ? {
            access: replicasScale(versions),
            table: await builtInTableConvertor({ group: 'autoscaling', kind: 'Scale' }),
          }
        : undefined,
      subresources: Object.entries(strategy.subresources ?? {})
        // What later releases have beside it.
        .filter(([name]) => !facts.subresources?.includes(name) || type.resource?.subresources?.includes(name))
        .map(([name, hooks]) => ({ name, hooks, hasTable: name === 'status' && !withoutStatusTables.has(group) })),
    }
  }

  #keptOf(
    { group, storageVersion: given, storageFormat }: BuiltInGroup,
    { declaration: { kind, storage }, strategy, facts }: Pick<ServedKind, 'declaration' | 'strategy' | 'facts'>,
  ): KeptKind {
    const prefix = storage.prefix ?? facts.plural
    const known = this.#kept.get(prefix)
    if (known !== undefined) return known
    const { scheme, serializers, effective, mediaType = defaultStorageMediaType } = this.#options
    // Events of both groups are stored as those of the core group.
    const storedGroup = kind === 'Event' ? '' : group
    const version = given ?? storageVersionOf(scheme, effective, { group: storedGroup, kind, resource: facts.plural })
    const storageVersion = new GroupVersionKind(storedGroup, version, kind)
    const codec = storageCodec({
      scheme,
      hub: strategy.type,
      storageVersion,
      serializers: storageSerializers(serializers, storageFormat === 'json' ? 'application/json' : mediaType),
      labels: storedLabels(storageVersion),
    })
    const kept = { prefix, storageVersion, codec, objects: new SharedObjects() }
    this.#kept.set(prefix, kept)
    return kept
  }
}
