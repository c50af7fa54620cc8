import { objectKey } from '@apimachinery/client/cache'
import { Pod } from 'apimachinery/api/core/v1'
import { ResourceClaim, ResourceClaimTemplate } from 'apimachinery/api/resource/v1'
import { getNamespace } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { claimKeysOf, isPodDone } from './claim-of-pod.js'
import { ClaimsOfPods } from './claims-of-pods.js'
import { UnusedClaims } from './unused-claims.js'

const name = 'resourceclaim-controller'
const [podPrefix, claimPrefix] = ['pod:', 'claim:']
const [byClaim, byTemplate] = ['pods-by-resource-claim', 'pods-by-resource-claim-template']

/** Makes ResourceClaims of the templates that pods name, and takes claims from pods that need them no more. Source: pkg/controller/resourceclaim of Kubernetes. */
export function resourceClaimController(context: ControllerContext): Controller {
  const { informers } = context
  const pods = informers.informerFor(Pod)
  const claims = informers.informerFor(ResourceClaim)
  const templates = informers.informerFor(ResourceClaimTemplate)
  pods.addIndexers({ [byClaim]: claimKeysOf, [byTemplate]: templateKeysOf })
  const ofPods = new ClaimsOfPods(context, { pods, claims, templates })
  const unused = new UnusedClaims(context, { pods, claims, templates })

  async function reconcile(key: string): Promise<undefined> {
    if (key.startsWith(podPrefix)) await ofPods.sync(key.slice(podPrefix.length))
    else await unused.sync(key.slice(claimPrefix.length))
    return undefined
  }

  function addPod(pod: Pod): void {
    if (isPodDone(pod)) releaseClaims(pod)
    if (!isDeleting(pod) && (pod.spec?.resourceClaims ?? []).length > 0) loop.add(podPrefix + objectKey(pod))
  }

  function releaseClaims(pod: Pod): void {
    for (const key of claimKeysOf(pod)) loop.add(claimPrefix + key)
  }

  function addPodsOf(claim: ResourceClaim): void {
    pods.lister.byIndex(byClaim, objectKey(claim)).forEach(addPod)
  }

  function addClaim(claim: ResourceClaim): void {
    loop.add(claimPrefix + objectKey(claim))
    addPodsOf(claim)
  }

  const addTemplate = (template: ResourceClaimTemplate): void =>
    pods.lister.byIndex(byTemplate, objectKey(template)).forEach(addPod)

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const registrations = [
        pods.addEventHandler({ onAdd: addPod, onUpdate: (_old, pod) => addPod(pod), onDelete: releaseClaims }),
        claims.addEventHandler({
          onAdd: addClaim,
          onUpdate: (_old, claim) => addClaim(claim),
          onDelete: addPodsOf,
        }),
        templates.addEventHandler({ onAdd: addTemplate, onUpdate: (_old, template) => addTemplate(template) }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}

function templateKeysOf(pod: Pod): string[] {
  return (pod.spec?.resourceClaims ?? []).flatMap(({ resourceClaimTemplateName }) =>
    resourceClaimTemplateName == null ? [] : [`${getNamespace(pod)}/${resourceClaimTemplateName}`],
  )
}
