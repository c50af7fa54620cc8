import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { equalJSON } from '../../../validation/immutable.js'
import { warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
import {
  nameAdvice,
  prepareTemplate,
  setRollingZeros,
  templateOptions,
} from '../../core/pod-template/pod-template-hooks.js'
import { appsDeclared } from '../../declared/apps.gen.js'
import { keepField, sameField, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { Deployment } from '../v1/types.gen.js'
import { validateDeployment, validateDeploymentStatusUpdate, validateDeploymentUpdate } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec', 'template')

/** How a Deployment behaves in a registry. */
export const deploymentStrategy: KindStrategy<Deployment> = {
  type: Deployment,
  declared: { rules: appsDeclared },
  prepareForCreate(deployment, context) {
    deployment.status = {}
    ensureMetadata(deployment).generation = 1
    setRollingZeros(deployment.spec?.strategy)
    prepareTemplate(deployment.spec?.template, undefined, context)
  },
  prepareForUpdate(deployment, old, context) {
    keepField(deployment, old, 'status')
    setRollingZeros(deployment.spec?.strategy)
    prepareTemplate(deployment.spec?.template, old.spec?.template, context)
    const [metadata, before] = [ensureMetadata(deployment), ensureMetadata(old)]
    // A new template may differ in annotations alone: controllers copy them.
    const same = sameField(deployment, old, 'spec') && equalJSON(metadata.annotations, before.annotations)
    if (!same) metadata.generation = (before.generation ?? 0) + 1
  },
  validate: (deployment, context) => validateDeployment(deployment, templateOptions(context)),
  validateUpdate: (deployment, old, context) =>
    validateDeploymentUpdate(deployment, old, templateOptions(context, old.spec?.template)),
  warningsOnCreate: (deployment) => [
    ...nameAdvice(deployment),
    ...warningsForPodTemplate(deployment.spec?.template, path),
  ],
  warningsOnUpdate: (deployment, old) =>
    sameGeneration(deployment, old) ? [] : warningsForPodTemplate(deployment.spec?.template, path),
  resetFields: { 'apps/v1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(deployment, old, context) {
        keepField(deployment, old, 'spec')
        const { labels } = ensureMetadata(old)
        if (labels === undefined) delete ensureMetadata(deployment).labels
        else ensureMetadata(deployment).labels = labels
        const gate = 'DeploymentReplicaSetTerminatingReplicas'
        if (!context.featureEnabled(gate) && old.status?.terminatingReplicas === undefined) {
          delete deployment.status?.terminatingReplicas
        }
      },
      validateUpdate: validateDeploymentStatusUpdate,
      resetFields: { 'apps/v1': [['spec'], ['metadata', 'labels']] },
    },
  },
}
