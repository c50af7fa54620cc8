import { Scale } from 'apimachinery/api/autoscaling/v1'
import { validateScale } from 'apimachinery/api/validation/autoscaling'
import { deepCopy } from 'apimachinery/descriptor'
import { newConflict, newInvalid } from 'apimachinery/errors'
import { formatLabels, type LabelSelector, labelSelectorAsSelector } from 'apimachinery/labels'
import { makePath, type ResourcePathMappings, ScaleHandler } from 'apimachinery/managedfields'
import type { TableConvertor } from 'apimachinery/meta'
import { ensureMetadata } from 'apimachinery/meta'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import { errorsInRelease } from 'apimachinery/validation'
import type { RequestContext } from '../request/request-context.js'
import { preconditionsOf, unmetPrecondition } from '../storage/preconditions.js'
import { type Encodable, encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { GetRequest, ResourceStorage, UpdateRequest, UpdateResponse } from './resource-storage.js'
import type { Store } from './store.js'
import { strategyContext } from './store-operation.js'
import { updateObject } from './update-object.js'

/** Where the replicas of a kind are. */
export interface ScaleAccess<T extends KubernetesObject> {
  replicas(object: T): number
  setReplicas(object: T, replicas: number): void
  statusReplicas(object: T): number
  /** Selects the replicas, as text; empty for none. */
  selector(object: T): string
  /** API version → path of the replicas, for managed fields. */
  readonly paths: ResourcePathMappings
}

interface Scalable {
  spec?: { replicas?: number; selector?: LabelSelector | Readonly<Record<string, string>> }
  readonly status?: { readonly replicas?: number }
}

/** The scale of kinds that have `spec.replicas`, `status.replicas` and `spec.selector`; `versions`: `apps/v1`, … */
export function replicasScale<T extends KubernetesObject>(versions: readonly string[]): ScaleAccess<T> {
  const path = makePath('spec', 'replicas')
  return {
    replicas: (object) => (object as Scalable).spec?.replicas ?? 0,
    setReplicas(object, replicas) {
      const holder = object as Scalable
      holder.spec = { ...holder.spec, replicas }
    },
    statusReplicas: (object) => (object as Scalable).status?.replicas ?? 0,
    selector: (object) => selectorText((object as Scalable).spec?.selector),
    paths: new Map(versions.map((version) => [version, path])),
  }
}

function selectorText(selector: LabelSelector | Readonly<Record<string, string>> | undefined): string {
  if (selector === undefined) return ''
  const isSelector = 'matchLabels' in selector || 'matchExpressions' in selector
  if (!isSelector) return formatLabels(selector as Readonly<Record<string, string>>)
  return labelSelectorAsSelector(selector).toString()
}

const scaleKind = /* @__PURE__ */ new GroupVersionKind('autoscaling', 'v1', 'Scale')

/**
 * The subresource `scale`: the replicas of an object as an `autoscaling/v1 Scale`.
 *
 * Source: `ScaleREST` of k8s.io/kubernetes/pkg/registry/apps/deployment/storage.
 */
export class ScaleStore<T extends KubernetesObject> implements ResourceStorage<Scale> {
  readonly type: KindClass<Scale> = Scale
  readonly namespaced: boolean
  readonly table: TableConvertor | undefined
  protected readonly store: Store<T>
  protected readonly access: ScaleAccess<T>

  constructor(store: Store<T>, access: ScaleAccess<T>, table?: TableConvertor) {
    this.store = store
    this.access = access
    this.table = table
    this.namespaced = store.namespaced
  }

  kindIn(): GroupVersionKind {
    return scaleKind
  }

  async get(context: RequestContext, name: string, request: GetRequest): Promise<Encodable<Scale>> {
    const { object } = await this.store.get(context, name, request)
    return encodable(this.scaleOf(object))
  }

  async update(context: RequestContext, name: string, request: UpdateRequest<Scale>): Promise<UpdateResponse<Scale>> {
    const { options, uid, validateUpdate } = request
    const update: UpdateRequest<T> = {
      options,
      uid,
      updatedObject: (current) => this.#updated(context, current!, request),
      validateUpdate: async (object, old) => validateUpdate?.(this.scaleOf(object), this.scaleOf(old)),
    }
    const store = this.store.options
    const hooks = store.strategy
    const { result } = await updateObject({ store, context, name, request: update, hooks, neverCreate: true })
    return { result: encodable(this.scaleAfter(result.object)), created: false }
  }

  /** The scale that an update begins with. */
  protected scaleBefore(object: T): Scale {
    return this.scaleOf(object)
  }

  /** Writes what is asked for into the object. @throws StatusError where that is refused. */
  protected apply(context: RequestContext, object: T, scale: Scale): void {
    const { name = '' } = readMetadata(object)
    const { minor } = strategyContext(this.store.options, context).release
    const errors = errorsInRelease(validateScale(scale), minor)
    if (errors.length > 0) throw newInvalid({ group: 'autoscaling', kind: 'Scale' }, name, errors)
    const { uid } = preconditionsOf(readMetadata(scale))
    const unmet = unmetPrecondition(object, { uid })
    if (unmet !== undefined) {
      const { group, resource } = this.store.resourceIn(context)
      throw newConflict({ group, resource: `${resource}/scale` }, name, new Error(unmet))
    }
    this.access.setReplicas(object, scale.spec?.replicas ?? 0)
    const metadata = ensureMetadata(object)
    const { resourceVersion } = readMetadata(scale)
    if (resourceVersion === undefined) delete metadata.resourceVersion
    else metadata.resourceVersion = resourceVersion
  }

  /** The scale that an update answers. */
  protected scaleAfter(object: T): Scale {
    return this.scaleOf(object)
  }

  protected scaleOf(object: T): Scale {
    const { name, namespace, uid, resourceVersion, creationTimestamp } = readMetadata(object)
    const replicas = this.access.replicas(object)
    const present = this.access.statusReplicas(object)
    const selector = this.access.selector(object)
    return new Scale({
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas },
      status: { replicas: present, ...(selector !== '' && { selector }) },
    })
  }

  async #updated(context: RequestContext, current: Encodable<T>, request: UpdateRequest<Scale>): Promise<T> {
    const object = deepCopy(current.object)
    const { managedFields } = readMetadata(object)
    const managed = new ScaleHandler(managedFields as never, this.#groupVersion(context), this.access.paths)
    const before = this.scaleBefore(object)
    const entries = managed.toSubresource()
    if (entries !== undefined) ensureMetadata(before).managedFields = entries
    const scale = await request.updatedObject(encodable(before))
    this.apply(context, object, scale)
    const metadata = ensureMetadata(object)
    const parentEntries = managed.toParent(readMetadata(scale).managedFields as never)
    if (parentEntries === undefined) delete metadata.managedFields
    else metadata.managedFields = parentEntries
    return object
  }

  /** The version of the request where the kind is known in it, else the hub version. */
  #groupVersion({ info }: RequestContext): GroupVersion {
    const requested = new GroupVersion(info.apiGroup, info.apiVersion)
    if (this.access.paths.has(requested.toString())) return requested
    return this.store.type.groupVersionKind.groupVersion()
  }
}
