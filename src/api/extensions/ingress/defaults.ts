import type { DefaultsRegistrar } from '../../defaults/defaults-registrar.js'
import { addOldIngressDefaults } from '../../networking/ingress/defaults.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of Ingress. */
export function addIngressDefaults(scheme: DefaultsRegistrar): void {
  addOldIngressDefaults(scheme, v1beta1.Ingress)
}
