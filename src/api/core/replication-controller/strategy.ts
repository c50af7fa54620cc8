import { deepEqual } from '../../../descriptor/deep-equal.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { ErrorType } from '../../../validation/error-type.js'
import { FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { coreDeclared } from '../../declared/core.gen.js'
import { keepField, raiseGeneration, sameGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { textEntriesOf } from '../../validation/go-values.js'
import { warningsForPodTemplate } from '../pod/pod-warnings.js'
import { nameAdvice, prepareTemplate, templateOptions } from '../pod-template/pod-template-hooks.js'
import { replicationControllerSpecDescriptor } from '../v1/descriptors.gen.js'
import { ReplicationController } from '../v1/types.gen.js'
import {
  validateReplicationController,
  validateReplicationControllerStatusUpdate,
  validateReplicationControllerUpdate,
} from './validation.js'

const nonConvertible = 'non-convertible.kubernetes.io'
const path = /* @__PURE__ */ fieldPath('spec', 'template')

/** Annotations name what another version could not hold; it must not change here. */
function nonConvertibleErrors(rc: ReplicationController, old: ReplicationController): FieldError[] {
  return textEntriesOf(ensureMetadata(old).annotations).flatMap(([key, value]) => {
    const parts = key.split('/')
    const [, field = ''] = parts
    if (!key.startsWith(nonConvertible) || parts.length !== 2) return []
    if (!field.includes('selector')) {
      return [
        new FieldError({ type: ErrorType.NotFound, field, badValue: value, detail: 'unknown non-convertible field' }),
      ]
    }
    const [now, before] = [rc, old].map(({ spec }) => ({ selector: spec?.selector }))
    if (deepEqual(replicationControllerSpecDescriptor, now, before)) return []
    const detail = 'cannot update non-convertible selector'
    return [invalid(fieldPath('spec', 'selector'), now?.selector ?? null, detail)]
  })
}

/** How a ReplicationController behaves in a registry. */
export const replicationControllerStrategy: KindStrategy<ReplicationController> = {
  type: ReplicationController,
  declared: { rules: coreDeclared },
  prepareForCreate(rc, context) {
    rc.status = { replicas: 0 }
    ensureMetadata(rc).generation = 1
    prepareTemplate(rc.spec?.template, undefined, context)
  },
  prepareForUpdate(rc, old, context) {
    keepField(rc, old, 'status')
    prepareTemplate(rc.spec?.template, old.spec?.template, context)
    raiseGeneration(rc, old, ['spec'])
  },
  validate: (rc, context) => validateReplicationController(rc, templateOptions(context)),
  validateUpdate: (rc, old, context) => [
    ...validateReplicationControllerUpdate(rc, old, templateOptions(context, old.spec?.template)),
    ...nonConvertibleErrors(rc, old),
  ],
  warningsOnCreate: (rc) => [...nameAdvice(rc), ...warningsForPodTemplate(rc.spec?.template, path)],
  // The old template is checked, as upstream does.
  warningsOnUpdate: (rc, old) => (sameGeneration(rc, old) ? [] : warningsForPodTemplate(old.spec?.template, path)),
  defaultGarbageCollection: ({ apiVersion }) => (apiVersion === 'v1' ? 'orphan' : 'background'),
  selectableFields: ({ status }) => ({ 'status.replicas': String(status?.replicas ?? 0) }),
  resetFields: { v1: [['status']] },
  subresources: {
    status: {
      prepareForUpdate: (rc, old) => keepField(rc, old, 'spec'),
      validateUpdate: validateReplicationControllerStatusUpdate,
      resetFields: { v1: [['spec']] },
    },
  },
}
