import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { defaultPodTemplateSpec } from '../pod/pod-spec-defaults.js'
import { PodTemplate } from '../v1/types.gen.js'

/** Registers the defaults of PodTemplate. */
export function addPodTemplateDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, PodTemplate, (object) => {
    object.template ??= {}
    defaultPodTemplateSpec(object.template)
  })
}
