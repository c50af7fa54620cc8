import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
import { nameAdvice, prepareTemplate, templateOptions } from '../../core/pod-template/pod-template-hooks.js'
import { appsDeclared } from '../../declared/apps.gen.js'
import { keepField, raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { ReplicaSet } from '../v1/types.gen.js'
import { validateReplicaSet, validateReplicaSetStatusUpdate, validateReplicaSetUpdate } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec', 'template')

/** How a ReplicaSet behaves in a registry. */
export const replicaSetStrategy: KindStrategy<ReplicaSet> = {
  type: ReplicaSet,
  declared: { rules: appsDeclared },
  prepareForCreate(set, context) {
    set.status = { replicas: 0 }
    ensureMetadata(set).generation = 1
    prepareTemplate(set.spec?.template, undefined, context)
  },
  prepareForUpdate(set, old, context) {
    keepField(set, old, 'status')
    prepareTemplate(set.spec?.template, old.spec?.template, context)
    raiseGeneration(set, old, ['spec'])
  },
  validate: (set, context) => validateReplicaSet(set, templateOptions(context)),
  validateUpdate: (set, old, context) =>
    validateReplicaSetUpdate(set, old, templateOptions(context, old.spec?.template)),
  warningsOnCreate: (set) => [...nameAdvice(set), ...warningsForPodTemplate(set.spec?.template, path)],
  warningsOnUpdate: (set, old) => (sameGeneration(set, old) ? [] : warningsForPodTemplate(set.spec?.template, path)),
  selectableFields: ({ status }) => ({ 'status.replicas': String(status?.replicas ?? 0) }),
  resetFields: { 'apps/v1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate(set, old, context) {
        keepField(set, old, 'spec')
        const gate = 'DeploymentReplicaSetTerminatingReplicas'
        if (!context.featureEnabled(gate) && old.status?.terminatingReplicas === undefined) {
          delete set.status?.terminatingReplicas
        }
      },
      validateUpdate: validateReplicaSetStatusUpdate,
      resetFields: { 'apps/v1': [['spec']] },
    },
  },
}
