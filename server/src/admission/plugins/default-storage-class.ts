import { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { Ingress } from 'apimachinery/api/networking/v1'
import { Quantity } from 'apimachinery/resource'
import { getAnnotations, getCreationTimestamp, getName, type KubernetesObject } from 'apimachinery/runtime'
import type { ClusterState } from '../cluster-state.js'
import { forbidden, isFor } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

const betaClass = 'volume.beta.kubernetes.io/storage-class'

/** Sets the default class of claims without one. Source: plugin/pkg/admission/storage/storageclass/setdefault. */
export function defaultStorageClass(state: Pick<ClusterState, 'storageClasses'>): AdmissionPlugin {
  return {
    resources: ['persistentvolumeclaims'],
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const { object } = attributes
      if (!isFor(attributes, '', 'persistentvolumeclaims') || !(object instanceof PersistentVolumeClaim)) return
      if (object.spec === undefined || typeof object.spec.storageClassName === 'string') return
      if (getAnnotations(object)?.[betaClass] !== undefined) return
      const chosen = newestDefault(state.storageClasses.list(), [
        'storageclass.kubernetes.io/is-default-class',
        'storageclass.beta.kubernetes.io/is-default-class',
      ])
      if (chosen !== undefined) object.spec.storageClassName = getName(chosen)
    },
  }
}

/** Sets the default class of ingresses without one. Source: plugin/pkg/admission/network/defaultingressclass. */
export function defaultIngressClass(state: Pick<ClusterState, 'ingressClasses'>): AdmissionPlugin {
  return {
    resources: ['ingresses.networking.k8s.io'],
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const { object } = attributes
      if (!isFor(attributes, 'networking.k8s.io', 'ingresses') || !(object instanceof Ingress)) return
      if (typeof object.spec?.ingressClassName === 'string') return
      if (getAnnotations(object)?.['kubernetes.io/ingress.class'] !== undefined) return
      const chosen = newestDefault(state.ingressClasses.list(), ['ingressclass.kubernetes.io/is-default-class'])
      if (chosen === undefined) return
      object.spec ??= {}
      object.spec.ingressClassName = getName(chosen)
    },
  }
}

/** Of several defaults the newest, and of equally old ones the first by name. */
function newestDefault<T extends KubernetesObject>(
  classes: Iterable<T>,
  annotations: readonly string[],
): T | undefined {
  const defaults = [...classes].filter((each) => annotations.some((name) => getAnnotations(each)?.[name] === 'true'))
  const time = (each: T): string => getCreationTimestamp(each) ?? ''
  defaults.sort((a, b) => (time(a) === time(b) ? (getName(a) < getName(b) ? -1 : 1) : time(a) > time(b) ? -1 : 1))
  return defaults[0]
}

/** The class of a claim; `''` where it has none. */
function classOf(claim: PersistentVolumeClaim): string {
  return getAnnotations(claim)?.[betaClass] ?? claim.spec?.storageClassName ?? ''
}

/**
 * Allows a claim to grow only if its class allows that. Source: plugin/pkg/admission/storage/persistentvolume/resize.
 */
export function persistentVolumeClaimResize(state: Pick<ClusterState, 'storageClasses'>): AdmissionPlugin {
  return {
    resources: ['persistentvolumeclaims'],
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      const { object, oldObject } = attributes
      if (!isFor(attributes, '', 'persistentvolumeclaims')) return
      if (!(object instanceof PersistentVolumeClaim) || !(oldObject instanceof PersistentVolumeClaim)) return
      const [after, before] = [object, oldObject].map((claim) => claim.spec?.resources?.requests?.storage)
      if (
        after === undefined ||
        before === undefined ||
        Quantity.parse(String(after)).cmp(Quantity.parse(String(before))) <= 0
      )
        return
      if (oldObject.status?.phase !== 'Bound')
        throw forbidden(attributes, 'Only bound persistent volume claims can be expanded')
      const [name, oldName] = [classOf(object), classOf(oldObject)]
      const allowed = name !== '' && state.storageClasses.get('', name)?.allowVolumeExpansion === true
      if (allowed && name === oldName) return
      throw forbidden(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      )
    },
  }
}
