import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { Pod, type PodResourceClaim } from 'apimachinery/api/core/v1'
import { ResourceClaim, type ResourceClaimTemplate } from 'apimachinery/api/resource/v1'
import { messageOf } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { type ControllerContext, isDeleting } from '../controller.js'
import { OwnWrites } from '../own-writes.js'
import { ControllerIndex } from '../pod-control/controller-index.js'
import { claimNameOf, isPodDone, isToBeReserved, ownerProblem } from './claim-of-pod.js'
import { newClaim, podClaimAnnotation } from './new-claim.js'

const fieldManager = 'ResourceClaimController'

/** What {@link ClaimsOfPods} reads. */
export interface ClaimInformers {
  readonly pods: SharedInformer<Pod>
  readonly claims: SharedInformer<ResourceClaim>
  readonly templates: SharedInformer<ResourceClaimTemplate>
}

/** Makes ResourceClaims of templates for pods, and reserves those of pods that nobody has scheduled. Source: `syncPod` of pkg/controller/resourceclaim of Kubernetes. */
export class ClaimsOfPods {
  readonly #context: ControllerContext
  readonly #informers: ClaimInformers
  readonly #byController: ControllerIndex<ResourceClaim>
  readonly #writes = new OwnWrites()

  constructor(context: ControllerContext, informers: ClaimInformers) {
    this.#context = context
    this.#informers = informers
    this.#byController = new ControllerIndex(informers.claims)
  }

  async sync(key: string): Promise<void> {
    if (!(await this.#writes.seen(key))) return
    const pod = this.#informers.pods.lister.getByKey(key)
    if (pod === undefined) this.#writes.forget(key)
    // Claims of a pod that has ended are deleted, not made again.
    if (pod === undefined || isDeleting(pod) || isPodDone(pod)) return
    const names = new Map<string, string>()
    for (const podClaim of pod.spec?.resourceClaims ?? []) {
      try {
        const made = await this.#claimFor(pod, podClaim)
        if (made !== undefined) names.set(podClaim.name, getName(made))
      } catch (error) {
        const problem = `PodResourceClaim ${podClaim.name}: ${messageOf(error)}`
        this.#context.events.event(pod, 'Warning', 'FailedResourceClaimCreation', problem)
        throw new Error(`pod ${key}, ${problem}`, { cause: error })
      }
    }
    if (names.size > 0) await this.#writeNames(pod, names)
    // Pods without a node are left to the scheduler.
    if ((pod.spec?.nodeName ?? '') !== '') await this.#reserve(pod)
  }

  /** The ResourceClaim whose name the pod does not have yet; undefined where there is nothing to do. */
  async #claimFor(pod: Pod, podClaim: PodResourceClaim): Promise<ResourceClaim | undefined> {
    const found = claimNameOf(pod, podClaim)
    if (found === 'none' || podClaim.resourceClaimTemplateName == null) return undefined
    if (found !== 'pending') {
      const claim = this.#named(pod, found.name)
      if (claim !== undefined && ownerProblem(pod, claim) === undefined) return undefined
    }
    // It may be there without the pod knowing.
    const own = this.#byController.controlledBy(pod, 'Pod')
    const made = own.find(({ metadata }) => metadata?.annotations?.[podClaimAnnotation] === podClaim.name)
    return made ?? this.#create(pod, podClaim.name, podClaim.resourceClaimTemplateName)
  }

  async #create(pod: Pod, podClaim: string, templateName: string): Promise<ResourceClaim> {
    const template = this.#informers.templates.lister.get({ namespace: getNamespace(pod), name: templateName })
    if (template === undefined)
      throw new Error(
        `resource claim template "${templateName}": resourceclaimtemplate.resource.k8s.io "${templateName}" not found`,
      )
    const created = await this.#context.client.create(newClaim(pod, podClaim, template)).catch((error: unknown) => {
      throw new Error(`create ResourceClaim : ${messageOf(error)}`, { cause: error })
    })
    this.#writes.wrote(objectKey(pod), this.#informers.claims, created)
    return created
  }

  async #writeNames(pod: Pod, names: ReadonlyMap<string, string>): Promise<void> {
    const [name, namespace] = [getName(pod), getNamespace(pod)]
    const resourceClaimStatuses = [...names].map(([claim, resourceClaimName]) => ({ name: claim, resourceClaimName }))
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, status: { resourceClaimStatuses } }
    const pods = this.#context.client.resource(Pod).namespace(namespace)
    const written = await pods.status().patch(name, { type: PatchType.Apply, body }, { fieldManager, force: true })
    this.#writes.wrote(objectKey(pod), this.#informers.pods, written)
  }

  async #reserve(pod: Pod): Promise<void> {
    for (const podClaim of pod.spec?.resourceClaims ?? []) {
      const found = claimNameOf(pod, podClaim)
      if (typeof found === 'string') continue
      const claim = this.#named(pod, found.name)
      if (claim === undefined) return
      const problem = found.isGenerated ? ownerProblem(pod, claim) : undefined
      if (problem !== undefined) throw new Error(problem)
      if (!isToBeReserved(claim, pod)) continue
      const consumer = { resource: 'pods', name: getName(pod), uid: getUID(pod) }
      const reservedFor = [...(claim.status?.reservedFor ?? []), consumer]
      await this.#context.client.updateStatus(new ResourceClaim({ ...claim, status: { ...claim.status, reservedFor } }))
    }
  }

  #named(pod: Pod, name: string): ResourceClaim | undefined {
    return this.#informers.claims.lister.get({ namespace: getNamespace(pod), name })
  }
}
