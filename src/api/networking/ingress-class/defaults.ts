import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of IngressClass. */
export function addIngressClassDefaults(scheme: DefaultsRegistrar): void {
  withFields(scheme, { type: v1.IngressClass, list: v1.IngressClassList, fill: defaultIngressClass })
  withFields(scheme, { type: v1beta1.IngressClass, list: v1beta1.IngressClassList, fill: defaultIngressClass })
}

function defaultIngressClass({ spec }: { spec?: { parameters?: { scope?: string | undefined } | undefined } }): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster'
}
