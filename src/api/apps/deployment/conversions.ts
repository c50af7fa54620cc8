import { MachineryError } from '../../../errors/machinery-error.js'
import type { ObjectMeta } from '../../../meta/v1/types.gen.js'
import type { KindClass, KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { withAnnotations } from '../../conversion/annotations.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { podTemplateForm } from '../../core/pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'
import { Deployment, type DeploymentSpec } from '../v1/types.gen.js'
import type { DeploymentSpec as OldSpec } from '../v1beta1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of Deployment. */
export function addDeploymentConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.Deployment, v1beta2.Deployment)
  scheme.addConversion(v1beta1.Deployment, v1.Deployment, (from) => deploymentOfOldVersion(from))
  scheme.addConversion(v1.Deployment, v1beta1.Deployment, (from) => deploymentAtOldVersion(from, v1beta1.Deployment))
  scheme.addConversion(v1.Deployment, v1.Deployment, deploymentForm)
}

/** The annotation that replaces `spec.rollbackTo` in v1. */
const rollbackTo = 'deprecated.deployment.rollback.to'

interface OldDeployment {
  metadata?: ObjectMeta | undefined
  spec?: OldSpec | undefined
}

/** A deployment of `apps/v1beta1` or `extensions/v1beta1` in the form of v1. */
export function deploymentOfOldVersion(from: OldDeployment): Deployment {
  const to = recast(from, Deployment)
  const { rollbackTo: rollback, ...spec } = from.spec ?? ({} as OldSpec)
  const revision = rollback ? String(rollback.revision ?? 0) : undefined
  if (revision !== undefined || from.metadata?.annotations?.[rollbackTo] !== undefined) {
    to.metadata = withAnnotations(from.metadata, { [rollbackTo]: revision })
  }
  if (from.spec) to.spec = spec as DeploymentSpec
  return to
}

/**
 * Converts a deployment of v1 to `apps/v1beta1` or `extensions/v1beta1`.
 *
 * @throws MachineryError `InvalidAnnotation` for a revision that is not an integer.
 */
export function deploymentAtOldVersion<T extends KubernetesObject>(from: Deployment, type: KindClass<T>): T {
  const to: T & OldDeployment = recast(from, type)
  const revision = from.metadata?.annotations?.[rollbackTo]
  if (!revision) return to
  if (!/^[+-]?\d+$/.test(revision)) {
    throw new MachineryError(
      'InvalidAnnotation',
      `failed to parse annotation[${rollbackTo}]=${revision} as int64: strconv.ParseInt: parsing ${JSON.stringify(revision)}: invalid syntax`,
    )
  }
  to.metadata = withAnnotations(from.metadata, { [rollbackTo]: undefined })
  to.spec = { ...from.spec, rollbackTo: { revision: Number(revision) } }
  return to
}

/** A deployment of v1 as a server keeps it. */
export function deploymentForm(from: Deployment): Deployment {
  const form = recast(from, Deployment)
  if (from.metadata?.annotations?.[rollbackTo] === '') {
    form.metadata = withAnnotations(from.metadata, { [rollbackTo]: undefined })
  }
  if (from.spec) form.spec = { ...from.spec, template: podTemplateForm(from.spec.template) }
  return form
}
