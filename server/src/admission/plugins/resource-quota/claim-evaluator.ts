import type { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { Quantity } from 'apimachinery/resource'
import { getAnnotations, type KubernetesObject } from 'apimachinery/runtime'
import { oneQuantity, type ResourceAmounts } from '../../resource-amounts.js'
import { objectCountName, type QuotaEvaluator, type ScopeSelector, selectorFits } from './evaluator.js'

const resource = { group: '', resource: 'persistentvolumeclaims' }
const names = [objectCountName(resource), 'persistentvolumeclaims', 'requests.storage']
const classSuffix = '.storageclass.storage.k8s.io/'

/**
 * Counts claims and the storage that they request, in all and for each storage class.
 *
 * Source: pkg/quota/v1/evaluator/core/persistent_volume_claims.go of Kubernetes.
 */
export const persistentVolumeClaimEvaluator: QuotaEvaluator = {
  resource,
  scoped: true,
  handles: ({ operation, subresource }) =>
    subresource === '' ? operation === 'CREATE' || operation === 'UPDATE' : subresource === 'status',
  matchingResources: (all) =>
    all.filter((name) => {
      return names.includes(name) || names.slice(1).some((each) => name.endsWith(`${classSuffix}${each}`))
    }),
  matchesScope: (selector, object) => inScope(selector, object as PersistentVolumeClaim),
  usage: (object: KubernetesObject) => claimUsage(object as PersistentVolumeClaim),
}

function claimUsage(claim: PersistentVolumeClaim): ResourceAmounts {
  const usage = new Map<string, Quantity>([
    ['persistentvolumeclaims', oneQuantity],
    [objectCountName(resource), oneQuantity],
  ])
  const storageClass =
    getAnnotations(claim)?.['volume.beta.kubernetes.io/storage-class'] ?? claim.spec?.storageClassName ?? ''
  const prefix = `${storageClass}${classSuffix}`
  if (storageClass !== '') usage.set(`${prefix}persistentvolumeclaims`, oneQuantity)
  const storage = storageOf(claim)
  if (storage === undefined) return usage
  usage.set('requests.storage', storage)
  if (storageClass !== '') usage.set(`${prefix}requests.storage`, storage)
  return usage
}

/** In whole bytes: a quota cannot hold less. What was allocated while growing counts where it is more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = spec?.resources?.requests?.storage
  if (requested === undefined) return undefined
  const wanted = Quantity.parse(String(requested)).roundUp(0).quantity
  const allocated = status?.allocatedResources?.storage
  if (allocated === undefined) return wanted
  const given = Quantity.parse(String(allocated)).roundUp(0).quantity
  return given.cmp(wanted) > 0 ? given : wanted
}

function inScope(selector: ScopeSelector, { spec, status }: PersistentVolumeClaim): boolean {
  if (selector.scopeName !== 'VolumeAttributesClass') return false
  const classes = [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ]
  return selectorFits(selector, [...new Set(classes.filter((name): name is string => Boolean(name)))])
}
