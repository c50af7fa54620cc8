import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { messageOf } from 'apimachinery/errors'
import { newStructural, validateStructural } from 'apimachinery/openapi'
import { getGeneration } from 'apimachinery/runtime'
import { type FieldError, fieldPath, invalid, toAggregate } from 'apimachinery/validation'
import type { DefinitionCondition } from '../definition-conditions.js'
import { isValidatedAsNew } from '../definition-spec.js'
import type { ConditionRule } from './condition-controller.js'

const type = 'NonStructuralSchema'

/**
 * Says where the schemas of a definition are not structural, which only definitions of old releases can be.
 *
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/nonstructuralschema.
 */
export const nonStructuralSchemaRule: ConditionRule = {
  type,
  queue: 'non_structural_schema_condition_controller',
  facts: (definition) => String(getGeneration(definition) ?? 0),
  // New definitions with other schemas are refused.
  condition: ({ spec }) => (isValidatedAsNew(spec) ? undefined : violations(spec)),
}

function violations(spec: CustomResourceDefinition['spec']): DefinitionCondition | undefined {
  const errors: FieldError[] = []
  if (spec.preserveUnknownFields) {
    errors.push(invalid(fieldPath('spec', 'preserveUnknownFields'), true, 'must be false'))
  }
  for (const [index, { name, schema }] of spec.versions.entries()) {
    if (schema?.openAPIV3Schema === undefined) continue
    const path = fieldPath('spec', 'versions').index(index).child('schema').child('openAPIV3Schema')
    try {
      errors.push(...validateStructural(newStructural(schema.openAPIV3Schema), path))
    } catch (error) {
      const message = `failed to check validation schema for version ${name}: ${messageOf(error)}`
      return { type, status: 'Unknown', reason: 'StructuralError', message }
    }
  }
  const message = toAggregate(errors)?.message
  return message === undefined ? undefined : { type, status: 'True', reason: 'Violations', message }
}
