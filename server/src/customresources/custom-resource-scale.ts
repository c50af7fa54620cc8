import type { CustomResourceSubresourceScale } from 'apimachinery/api/apiextensions/v1'
import type { Scale } from 'apimachinery/api/autoscaling/v1'
import { newBadRequest, newInternalError } from 'apimachinery/errors'
import type { ResourcePathMappings } from 'apimachinery/managedfields'
import { ensureMetadata, newTableConvertor, scalePrintColumns } from 'apimachinery/meta'
import { scaleFields } from 'apimachinery/openapi'
import { type KubernetesObject, nestedInt64, nestedString, setNestedField } from 'apimachinery/runtime'
import { orBadRequest } from '../endpoints/or-bad-request.js'
import { type Encodable, encodable } from '../registry/encodable.js'
import { readMetadata } from '../registry/read-metadata.js'
import type { GetRequest } from '../registry/resource-storage.js'
import { ScaleStore } from '../registry/scale-store.js'
import type { Store } from '../registry/store.js'
import type { RequestContext } from '../request/request-context.js'

/** The value for absent replicas. */
const noReplicas = -2_147_483_648

/**
 * The subresource `scale` of a custom resource, whose paths its definition says.
 *
 * Source: `ScaleREST` of k8s.io/apiextensions-apiserver/pkg/registry/customresource.
 */
export class CustomResourceScale extends ScaleStore<KubernetesObject> {
  readonly #replicas: string
  readonly #fields: readonly string[]

  /** `paths`: API version → path of the replicas, for managed fields. */
  constructor(store: Store, scale: CustomResourceSubresourceScale, paths: ResourcePathMappings) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale
    const fields = scaleFields(specReplicasPath)
    const access = {
      replicas: (object: KubernetesObject) => Number(nestedInt64(object, ...fields) ?? 0),
      setReplicas: (object: KubernetesObject, replicas: number) => setNestedField(object, replicas, ...fields),
      statusReplicas: (object: KubernetesObject) =>
        Number(nestedInt64(object, ...scaleFields(statusReplicasPath)) ?? 0),
      selector: (object: KubernetesObject) =>
        labelSelectorPath ? (nestedString(object, ...scaleFields(labelSelectorPath)) ?? '') : '',
      paths,
    }
    super(store, access, newTableConvertor(scalePrintColumns))
    this.#replicas = `the spec replicas field ${JSON.stringify(specReplicasPath)}`
    this.#fields = fields
  }

  acceptsGroupVersion(version: { toString(): string }): boolean {
    return version.toString() === 'autoscaling/v1'
  }

  override async get(context: RequestContext, name: string, request: GetRequest): Promise<Encodable<Scale>> {
    const { object } = await this.store.get(context, name, request)
    const scale = this.scaleOf(object)
    if (this.#hasReplicas(object)) return encodable(scale)
    throw newInternalError(new Error(`${this.#replicas} does not exist`))
  }

  protected override scaleBefore(object: KubernetesObject): Scale {
    const scale = this.scaleOf(object)
    if (!this.#hasReplicas(object)) scale.spec = { ...scale.spec, replicas: noReplicas }
    return scale
  }

  protected override apply(_context: RequestContext, object: KubernetesObject, scale: Scale): void {
    const { replicas = 0 } = scale.spec ?? {}
    if (replicas === noReplicas) throw newBadRequest(`${this.#replicas} cannot be empty`)
    this.access.setReplicas(object, replicas)
    const { resourceVersion } = readMetadata(scale)
    if (resourceVersion) ensureMetadata(object).resourceVersion = resourceVersion
  }

  protected override scaleAfter(object: KubernetesObject): Scale {
    return orBadRequest(() => this.scaleOf(object))
  }

  #hasReplicas(object: KubernetesObject): boolean {
    return nestedInt64(object, ...this.#fields) !== undefined
  }
}
