import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { isEmpty } from '../limit-range/defaults.js'
import { defaultPodTemplateSpec } from '../pod/pod-spec-defaults.js'
import { ReplicationController } from '../v1/types.gen.js'

/** Registers the defaults of ReplicationController. */
export function addReplicationControllerDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, ReplicationController, defaultReplicationController)
}

function defaultReplicationController(controller: ReplicationController): void {
  controller.spec ??= {}
  const spec = controller.spec
  spec.replicas ??= 1
  const labels = spec.template?.metadata?.labels
  if (labels) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels }
    if (isEmpty(controller.metadata?.labels)) controller.metadata = { ...controller.metadata, labels: { ...labels } }
  }
  if (spec.template) defaultPodTemplateSpec(spec.template)
}
