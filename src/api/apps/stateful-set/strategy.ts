import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { fieldPath } from '../../../validation/field-path.js'
import { warningsForClaimSpec } from '../../core/persistent-volume-claim/claim-warnings.js'
import { warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
import { prepareTemplate, templateOptions } from '../../core/pod-template/pod-template-hooks.js'
import { appsDeclared } from '../../declared/apps.gen.js'
import { keepField, raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { StatefulSet } from '../v1/types.gen.js'
import { validateStatefulSet, validateStatefulSetStatusUpdate, validateStatefulSetUpdate } from './validation.js'

const path = /* @__PURE__ */ fieldPath('spec')

function prepare(set: StatefulSet, old: StatefulSet | undefined, context: StrategyContext): void {
  const inUse = isSet(old?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable)
  if (!context.featureEnabled('MaxUnavailableStatefulSet') && !inUse) {
    delete set.spec?.updateStrategy?.rollingUpdate?.maxUnavailable
  }
  for (const claim of structsOf(set.spec?.volumeClaimTemplates)) {
    claim.apiVersion = 'v1'
    claim.kind = 'PersistentVolumeClaim'
  }
  prepareTemplate(set.spec?.template, old?.spec?.template, context)
}

const recreates = (context: StrategyContext): boolean => context.featureEnabled('StatefulSetRecreateStrategy')

function claimWarnings(set: StatefulSet, name?: string): readonly string[] {
  return structsOf(set.spec?.volumeClaimTemplates).flatMap(({ spec }, i) => {
    const at = path.child('volumeClaimTemplates').index(i)
    return warningsForClaimSpec(spec, name === undefined ? at : at.child(name))
  })
}

function historyWarnings({ spec }: StatefulSet): readonly string[] {
  if ((spec?.revisionHistoryLimit ?? 0) >= 0) return []
  return ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
}

/** How a StatefulSet behaves in a registry. */
export const statefulSetStrategy: KindStrategy<StatefulSet> = {
  type: StatefulSet,
  declared: { rules: appsDeclared },
  prepareForCreate(set, context) {
    set.status = { replicas: 0 }
    ensureMetadata(set).generation = 1
    prepare(set, undefined, context)
  },
  prepareForUpdate(set, old, context) {
    keepField(set, old, 'status')
    prepare(set, old, context)
    raiseGeneration(set, old, ['spec'])
  },
  validate: (set, context) => validateStatefulSet(set, templateOptions(context), { allowRecreate: recreates(context) }),
  validateUpdate: (set, old, context) =>
    validateStatefulSetUpdate(set, old, {
      options: templateOptions(context, old.spec?.template),
      allowRecreate: recreates(context) || old.spec?.updateStrategy?.type === 'Recreate',
    }),
  warningsOnCreate: (set) => [
    ...warningsForPodTemplate(set.spec?.template, path.child('template')),
    ...claimWarnings(set),
    ...historyWarnings(set),
  ],
  warningsOnUpdate: (set, old) => [
    ...(sameGeneration(set, old) ? [] : warningsForPodTemplate(set.spec?.template, path.child('template'))),
    // Upstream's path has a capital here.
    ...claimWarnings(set, 'Spec'),
    ...historyWarnings(set),
  ],
  resetFields: { 'apps/v1': [['status']] },
  subresources: {
    status: {
      prepareForUpdate: (set, old) => keepField(set, old, 'spec'),
      validateUpdate: validateStatefulSetStatusUpdate,
      resetFields: { 'apps/v1': [['spec']] },
    },
  },
}
