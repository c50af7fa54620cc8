import { withOrigin } from '../../../validation/error-list.js'
import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { validateLabels } from '../../../validation/labels.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { nameIsDNSLabel, nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateResourceRequirements } from '../../core/resource-list/resource-requirements.js'
import { deprecatedNodeLabelMessage } from '../../core/scheduling/deprecated-node-labels.js'
import { validateTolerations } from '../../core/scheduling/tolerations.js'
import { tolerationDescriptor } from '../../core/v1/descriptors.gen.js'
import type { Toleration } from '../../core/v1/types.gen.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import type { RuntimeClass, Scheduling } from '../v1/types.gen.js'

/** Checks a new RuntimeClass. */
export function validateRuntimeClass(runtimeClass: RuntimeClass): readonly FieldError[] {
  const { metadata, overhead, scheduling } = runtimeClass
  const handler = runtimeClass.handler ?? ''
  const path = fieldPath('handler')
  const requirements = isSet(overhead) ? { limits: overhead.podFixed } : undefined
  const overheadRules = { claimNames: new Set<string>(), allowIndivisibleHugePages: false }
  return [
    ...validateObjectMeta(
      metadata ?? {},
      { requiresNamespace: false, validateName: nameIsDNSSubdomain },
      fieldPath('metadata'),
    ),
    ...(handler === ''
      ? [required(path, '').since(36, ...handlerErrors(handler, path))]
      : handlerErrors(handler, path)),
    ...validateResourceRequirements(requirements, fieldPath('overhead'), overheadRules),
    ...(isSet(scheduling) ? schedulingErrors(scheduling, fieldPath('scheduling')) : []),
  ]
}

/** Checks a changed RuntimeClass: the handler stays the same. */
export function validateRuntimeClassUpdate(runtimeClass: RuntimeClass, old: RuntimeClass): readonly FieldError[] {
  return [
    ...validateRuntimeClass(runtimeClass),
    ...validateObjectMetaUpdate(runtimeClass.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...withOrigin(
      validateImmutableField(runtimeClass.handler ?? '', old.handler ?? '', fieldPath('handler')),
      'immutable',
    ),
  ]
}

/** Warnings about node labels that should not be used any more. */
export function warningsForRuntimeClass({ scheduling }: RuntimeClass): readonly string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((label) => {
    const message = deprecatedNodeLabelMessage(label)
    return message === undefined ? [] : [`scheduling.nodeSelector: ${message}`]
  })
}

function schedulingErrors({ nodeSelector, tolerations }: Scheduling, path: FieldPath): FieldError[] {
  return [
    ...validateLabels(nodeSelector, path.child('nodeSelector')),
    ...tolerationErrors(structsOf(tolerations), path.child('tolerations')),
  ]
}

function tolerationErrors(tolerations: readonly Toleration[], path: FieldPath): FieldError[] {
  const errors = validateTolerations(tolerations, path, { allowTaintTolerationComparisonOperators: false })
  const seen = new Set<string>()
  for (const [i, toleration] of tolerations.entries()) {
    const key = toleration.key ?? ''
    const operator = toleration.operator ?? ''
    const value = toleration.value ?? ''
    const effect = toleration.effect ?? ''
    const identity = JSON.stringify([key, operator, value, effect])
    if (seen.has(identity)) {
      const valueText = internalText(tolerationDescriptor, toleration)
      errors.push(duplicate(path.index(i), toleration).with({ valueText }))
    }
    seen.add(identity)
  }
  return errors
}

function handlerErrors(handler: string, path: FieldPath): FieldError[] {
  return nameIsDNSLabel(handler, false).map((problem) =>
    invalid(path, handler, problem).withOrigin('format=k8s-short-name'),
  )
}
