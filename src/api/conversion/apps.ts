import { daemonSetForm } from '../apps/daemon-set/conversions.js'
import { deploymentAtOldVersion, deploymentForm, deploymentOfOldVersion } from '../apps/deployment/conversions.js'
import * as v1 from '../apps/v1/types.gen.js'
import * as v1beta1 from '../apps/v1beta1/types.gen.js'
import * as v1beta2 from '../apps/v1beta2/types.gen.js'
import { addScaleConversions } from '../autoscaling/scale/conversions.js'
import { podTemplateForm } from '../core/pod-template/pod-forms.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addFieldLabels } from './field-labels.js'
import { recast, recastWith } from './recast.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `apps`. */
export function addAppsConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ControllerRevision, v1beta1.ControllerRevision, v1beta2.ControllerRevision)
  addSameKinds(scheme, v1.ReplicaSet, v1beta2.ReplicaSet)
  addSameKinds(scheme, v1.StatefulSet, v1beta1.StatefulSet, v1beta2.StatefulSet)
  addSameKinds(scheme, v1.Deployment, v1beta2.Deployment)
  addSameKinds(scheme, v1.DaemonSet, v1beta2.DaemonSet)
  scheme.addConversion(v1beta1.Deployment, v1.Deployment, (from) => deploymentOfOldVersion(from))
  scheme.addConversion(v1.Deployment, v1beta1.Deployment, (from) => deploymentAtOldVersion(from, v1beta1.Deployment))
  addScaleConversions(scheme, v1beta1.Scale, v1beta2.Scale)
  addForms(scheme)
  for (const type of [v1beta1.StatefulSet, v1beta2.StatefulSet]) {
    const { version } = type.groupVersionKind
    addFieldLabels(scheme, {
      types: [type],
      labels: ['metadata.name', 'metadata.namespace', 'status.successful'],
      refusal: (label) => `field label not supported for apps${version}.StatefulSet: ${label}`,
    })
  }
}

/** Normalizes objects that are already in the hub version, as a server does. */
function addForms(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.Deployment, v1.Deployment, deploymentForm)
  scheme.addConversion(v1.DaemonSet, v1.DaemonSet, daemonSetForm)
  scheme.addConversion(v1.ReplicaSet, v1.ReplicaSet, (from) => {
    const { spec } = from
    return spec
      ? recastWith(from, v1.ReplicaSet, { spec: { ...spec, template: podTemplateForm(spec.template) } })
      : from
  })
  scheme.addConversion(v1.StatefulSet, v1.StatefulSet, statefulSetForm)
}

/** Claims in a stateful set declare their kind. */
function statefulSetForm(from: v1.StatefulSet): v1.StatefulSet {
  if (!from.spec) return from
  const form = recast(from, v1.StatefulSet)
  const { volumeClaimTemplates: claims, template } = from.spec
  form.spec = { ...from.spec, template: podTemplateForm(template) }
  if (claims) {
    const facts = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' }
    form.spec.volumeClaimTemplates = claims.map((claim) => ({ ...claim, ...facts })) as typeof claims
  }
  return form
}
