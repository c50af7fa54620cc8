import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { defaultPodTemplateSpec } from '../pod/pod-spec-defaults.js'
import { PodTemplate, PodTemplateList } from '../v1/types.gen.js'

/** Registers the defaults of PodTemplate. */
export function addPodTemplateDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, {
    type: PodTemplate,
    list: PodTemplateList,
    fill: (object) => {
      object.template ??= {}
      defaultPodTemplateSpec(object.template)
    },
  })
}
