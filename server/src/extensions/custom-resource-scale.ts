import type { CustomResourceSubresourceScale } from 'apimachinery/api/apiextensions/v1'
import { Scale } from 'apimachinery/api/autoscaling/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { newBadRequest, newInternalError } from 'apimachinery/errors'
import { type ResourcePathMappings, ScaleHandler } from 'apimachinery/managedfields'
import { newTableConvertor, scalePrintColumns, type TableConvertor } from 'apimachinery/meta'
import { scaleFields } from 'apimachinery/openapi'
import { type KindClass, type KubernetesObject, nestedInt64, nestedString, setNestedField } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { orBadRequest } from '../endpoints/or-bad-request.js'
import { type Encodable, encodable } from '../registry/encodable.js'
import { metadataOf, readMetadata } from '../registry/metadata-of.js'
import type { GetRequest, ResourceStorage, UpdateRequest, UpdateResponse } from '../registry/resource-storage.js'
import type { Store } from '../registry/store.js'
import { updateObject } from '../registry/update-object.js'
import type { RequestContext } from '../request/request-context.js'

/** The value for absent replicas. */
const noReplicas = -2_147_483_648

const scaleKind = /* @__PURE__ */ new GroupVersionKind('autoscaling', 'v1', 'Scale')

/**
 * The subresource `scale` of a custom resource, whose paths its definition says.
 *
 * Source: `ScaleREST` of k8s.io/apiextensions-apiserver/pkg/registry/customresource.
 */
export class CustomResourceScale implements ResourceStorage<Scale> {
  readonly type: KindClass<Scale> = Scale
  readonly namespaced: boolean
  readonly table: TableConvertor = newTableConvertor(scalePrintColumns)
  readonly #store: Store
  readonly #paths: CustomResourceSubresourceScale
  readonly #mappings: ResourcePathMappings

  /** `mappings`: API version → path of the replicas, for managed fields. */
  constructor(store: Store, paths: CustomResourceSubresourceScale, mappings: ResourcePathMappings) {
    this.#store = store
    this.#paths = paths
    this.#mappings = mappings
    this.namespaced = store.namespaced
  }

  kindIn(): GroupVersionKind {
    return scaleKind
  }

  acceptsGroupVersion(version: { toString(): string }): boolean {
    return version.toString() === 'autoscaling/v1'
  }

  async get(context: RequestContext, name: string, request: GetRequest): Promise<Encodable<Scale>> {
    const { object } = await this.#store.get(context, name, request)
    const { scale, found } = this.#scaleOf(object)
    if (found) return encodable(scale)
    throw newInternalError(new Error(`the spec replicas field ${this.#replicasText} does not exist`))
  }

  async update(context: RequestContext, name: string, request: UpdateRequest<Scale>): Promise<UpdateResponse<Scale>> {
    const { options, uid, validateUpdate } = request
    const update: UpdateRequest = {
      options,
      uid,
      updatedObject: (current) => this.#updated(current as Encodable, request),
      validateUpdate: async (object, old) => validateUpdate?.(this.#scaleOf(object).scale, this.#scaleOf(old).scale),
    }
    const store = this.#store.options
    const hooks = store.strategy
    const { result } = await updateObject({ store, context, name, request: update, hooks, neverCreate: true })
    return { result: encodable(orBadRequest(() => this.#scaleOf(result.object).scale)), created: false }
  }

  async #updated(current: Encodable, request: UpdateRequest<Scale>): Promise<KubernetesObject> {
    const object = deepCopy(current.object)
    const { managedFields } = readMetadata(object)
    const version = this.#store.type.groupVersionKind.groupVersion()
    const managed = new ScaleHandler(managedFields as never, version, this.#mappings)
    const { scale: before, found } = this.#scaleOf(object)
    if (!found) before.spec = { ...before.spec, replicas: noReplicas }
    const entries = managed.toSubresource()
    if (entries !== undefined) metadataOf(before).managedFields = entries as never
    const scale = await request.updatedObject(encodable(before))
    const replicas = scale.spec?.replicas ?? 0
    if (replicas === noReplicas) throw newBadRequest(`the spec replicas field ${this.#replicasText} cannot be empty`)
    setNestedField(object, replicas, ...scaleFields(this.#paths.specReplicasPath))
    const metadata = metadataOf(object)
    const { resourceVersion } = readMetadata(scale)
    if (resourceVersion) metadata.resourceVersion = resourceVersion
    const parentEntries = managed.toParent(readMetadata(scale).managedFields as never)
    if (parentEntries === undefined) delete metadata.managedFields
    else metadata.managedFields = parentEntries as never
    return object
  }

  get #replicasText(): string {
    return JSON.stringify(this.#paths.specReplicasPath)
  }

  #scaleOf(object: KubernetesObject): { readonly scale: Scale; readonly found: boolean } {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = this.#paths
    const { name, namespace, uid, resourceVersion, creationTimestamp } = readMetadata(object)
    const replicas = nestedInt64(object, ...scaleFields(specReplicasPath))
    const present = Number(nestedInt64(object, ...scaleFields(statusReplicasPath)) ?? 0)
    const selector = labelSelectorPath ? (nestedString(object, ...scaleFields(labelSelectorPath)) ?? '') : ''
    const scale = new Scale({
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: Number(replicas ?? 0) },
      status: { replicas: present, ...(selector !== '' && { selector }) },
    })
    return { scale, found: replicas !== undefined }
  }
}
