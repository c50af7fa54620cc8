import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { PersistentVolumeClaim, Pod, ResourceQuota, Service } from 'apimachinery/api/core/v1'
import { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import { getNamespace, type KindClass, type KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import type { DeviceFacts } from '../admission/plugins/resource-quota/device-facts.js'
import type { GroupResource, QuotaEvaluator } from '../admission/plugins/resource-quota/evaluator.js'
import { isExtendedRequest } from '../admission/plugins/resource-quota/pod-evaluator.js'
import { EvaluatorRegistry } from '../admission/plugins/resource-quota/registry.js'
import { calculateUsage } from '../admission/plugins/resource-quota/usage.js'
import { amountsOf, equalAmounts, toResourceList } from '../admission/resource-amounts.js'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'

/** Resources whose objects are more than counted, with the classes that their evaluators read. */
const classes: Readonly<Record<string, KindClass>> = {
  '/pods': Pod,
  '/services': Service,
  '/persistentvolumeclaims': PersistentVolumeClaim,
  'resource.k8s.io/resourceclaims': ResourceClaim,
  'resource.k8s.io/deviceclasses': DeviceClass,
}
/** Whether claims of devices may count under this name: device classes, extended resources. */
function isOfDevices(name: string): boolean {
  return name.endsWith('.deviceclass.resource.k8s.io/devices') || isExtendedRequest(name)
}

/** Milliseconds after which everything is counted again, unless something else is asked for. */
const usualResync = 5 * 60_000

/**
 * Counts what the objects of a namespace use of its quotas: when a quota changes, and when objects go or end. Admission counts what
 * is created.
 *
 * Source: pkg/controller/resourcequota of Kubernetes.
 */
export function resourceQuotaController(context: ControllerContext, resync = usualResync): Controller {
  const { client, informers, clock } = context
  const quotas = informers.informerFor(ResourceQuota)
  const followed = new Map<string, SharedInformer<KubernetesObject>>()
  const devices: DeviceFacts = {
    classes: () => known<DeviceClass>('resource.k8s.io/deviceclasses')?.list() ?? [],
    podOf: (claim, name) => known<Pod>('/pods')?.namespace(getNamespace(claim)).get(name),
    claimsBeside: (claim) =>
      known<ResourceClaim>('resource.k8s.io/resourceclaims')?.namespace(getNamespace(claim)).list() ?? [],
  }
  const registry = new EvaluatorRegistry(clock, { devices })

  function known<T extends KubernetesObject>(key: string): SharedInformer<T>['lister'] | undefined {
    return followed.get(key)?.lister as SharedInformer<T>['lister'] | undefined
  }

  /** The informer of a resource that quotas count; deletions cause a new count. */
  async function follow(resource: GroupResource): Promise<SharedInformer<KubernetesObject> | undefined> {
    const name = `${resource.group}/${resource.resource}`
    const type = Object.hasOwn(classes, name) ? classes[name] : undefined
    const version = type === undefined ? await versionOf(resource) : ''
    if (version === undefined) return undefined
    // Another version may be served later: objects of the one before are not heard of any more.
    const key = version === '' ? name : `${name}/${version}`
    const known = followed.get(key)
    if (known !== undefined) return known
    const informer = (
      type === undefined
        ? informers.informerFor(new GroupVersionResource(resource.group, version, resource.resource))
        : informers.informerFor(type)
    ) as SharedInformer<KubernetesObject>
    followed.set(key, informer)
    const again = (object: KubernetesObject): void => addNamespace(getNamespace(object))
    // Created objects are charged by admission; what they use of a quota can shrink or grow later.
    informer.addEventHandler({ onUpdate: (_old, object) => again(object), onDelete: again })
    return informer
  }

  /** Claims of devices are counted by their classes, and less what their pods were charged. */
  async function followDevices(): Promise<void> {
    const resources = [
      { group: 'resource.k8s.io', resource: 'deviceclasses' },
      { group: '', resource: 'pods' },
    ]
    for (const resource of resources) {
      const informer = await follow(resource)
      if (informer?.hasSynced() === false) throw new Error(`${resource.resource} are not read yet`)
    }
  }

  async function versionOf({ group, resource }: GroupResource): Promise<string | undefined> {
    try {
      return (await client.restMapper.resourceFor(new GroupVersionResource(group, '', resource))).version
    } catch {
      // It is not served: there is nothing to count.
      return undefined
    }
  }

  function addNamespace(namespace: string): void {
    for (const quota of quotas.lister.namespace(namespace).list()) loop.add(objectKey(quota))
  }

  async function objectsOf(evaluator: QuotaEvaluator, namespace: string): Promise<readonly KubernetesObject[]> {
    const informer = await follow(evaluator.resource)
    if (informer === undefined) return []
    if (!informer.hasSynced()) throw new Error(`${evaluator.resource.resource} are not read yet`)
    return informer.lister.namespace(namespace).list()
  }

  async function reconcile(key: string): Promise<number | undefined> {
    const quota = quotas.lister.getByKey(key)
    if (quota === undefined || isDeleting(quota)) return undefined
    const names = Object.keys(quota.spec?.hard ?? {})
    if (names.some(isOfDevices)) await followDevices()
    const evaluators = registry.evaluatorsFor(names)
    const { used, error } = await calculateUsage(quota, evaluators, objectsOf)
    if (error !== undefined) throw error
    const hard = quota.spec?.hard ?? {}
    const { status } = quota
    const same = equalAmounts(amountsOf(hard), amountsOf(status?.hard)) && equalAmounts(used, amountsOf(status?.used))
    if (!same) await client.updateStatus(new ResourceQuota({ ...quota, status: { hard, used: toResourceList(used) } }))
    return resync
  }

  const loop = reconcileLoop({ name: 'resourcequota', context, reconcile })
  return {
    name: 'resourcequota',
    start() {
      const add = (quota: ResourceQuota): void => loop.add(objectKey(quota))
      quotas.addEventHandler({
        onAdd: add,
        onUpdate(old, quota) {
          // The usage charged by admission is already correct in the status.
          if (!equalAmounts(amountsOf(old.spec?.hard), amountsOf(quota.spec?.hard))) add(quota)
        },
      })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
