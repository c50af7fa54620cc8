import type { KindClass, KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface OldIngress extends KubernetesObject {
  spec?: { rules?: { http?: { paths?: { pathType?: string | undefined }[] | undefined } | undefined }[] | undefined }
}

/** Registers the defaults of Ingress. */
export function addIngressDefaults(scheme: DefaultsRegistrar): void {
  addOldIngressDefaults(scheme, v1beta1.Ingress)
}

/** Registers the defaults of an ingress before v1. */
export function addOldIngressDefaults(scheme: DefaultsRegistrar, type: KindClass): void {
  withFields<OldIngress>(scheme, [type], ({ spec }) => {
    for (const { http } of itemsOf(spec?.rules)) {
      for (const path of itemsOf(http?.paths)) path.pathType ??= 'ImplementationSpecific'
    }
  })
}
