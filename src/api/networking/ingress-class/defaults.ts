import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of IngressClass. */
export function addIngressClassDefaults(scheme: DefaultsRegistrar): void {
  withFields(scheme, [v1.IngressClass], defaultIngressClass)
  withFields(scheme, [v1beta1.IngressClass], defaultIngressClass)
}

function defaultIngressClass({ spec }: { spec?: { parameters?: { scope?: string | undefined } | undefined } }): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster'
}
