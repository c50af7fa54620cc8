import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { keepField, raiseGeneration } from '../../strategies/kept-fields.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import type { FieldSetPaths } from '../../strategies/reset-fields.js'
import { structsOf, textsOf } from '../../validation/go-values.js'
import { CustomResourceDefinition } from '../v1/types.gen.js'
import { unrecognizedFormatWarnings } from './schema/format-warnings.js'
import { nonScalarSetWarnings } from './schema/list-set-warnings.js'
import {
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionStatus,
  validateCustomResourceDefinitionUpdate,
} from './validation.js'

function inAllVersions(field: string): FieldSetPaths {
  return { 'apiextensions.k8s.io/v1': [[field]], 'apiextensions.k8s.io/v1beta1': [[field]] }
}

/** Remembers that objects are stored in the storage version. */
function rememberStored(definition: CustomResourceDefinition): void {
  const stored = textsOf(definition.status?.storedVersions)
  const storage = structsOf(definition.spec?.versions).find((version) => version.storage)
  if (storage === undefined || stored.includes(storage.name ?? '')) return
  const storedVersions = [...stored, storage.name ?? '']
  definition.status = { ...definition.status, storedVersions }
}

function schemaWarnings(
  { release }: StrategyContext,
  definition: CustomResourceDefinition,
  old?: CustomResourceDefinition,
): readonly string[] {
  const formats = unrecognizedFormatWarnings(definition, { old, release })
  return release.minor >= 37 ? [...formats, ...nonScalarSetWarnings(definition, old)] : formats
}

/** How a CustomResourceDefinition behaves in a registry. */
export const customResourceDefinitionStrategy: KindStrategy<CustomResourceDefinition> = {
  type: CustomResourceDefinition,
  declared: false,
  allowUnconditionalUpdate: false,
  prepareForCreate(definition) {
    delete definition.status
    ensureMetadata(definition).generation = 1
    rememberStored(definition)
  },
  prepareForUpdate(definition, old) {
    keepField(definition, old, 'status')
    raiseGeneration(definition, old, ['spec'])
    rememberStored(definition)
  },
  validate: validateCustomResourceDefinition,
  validateUpdate: validateCustomResourceDefinitionUpdate,
  warningsOnCreate: (definition, context) => schemaWarnings(context, definition),
  warningsOnUpdate: (definition, old, context) => schemaWarnings(context, definition, old),
  resetFields: inAllVersions('status'),
  subresources: {
    status: {
      prepareForUpdate: (definition, old) => keepField(definition, old, 'spec'),
      validateUpdate: validateCustomResourceDefinitionStatus,
      resetFields: inAllVersions('spec'),
    },
  },
}
