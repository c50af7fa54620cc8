import { Scale } from 'apimachinery/api/autoscaling/v1'
import { MachineryError } from 'apimachinery/errors'
import {
  type FieldManager,
  newDefaultCRDFieldManager,
  newSchemeTypeConverter,
  newTypeConverter,
  type ObjectMachinery,
  type TypeConverter,
} from 'apimachinery/managedfields'
import { Scheme } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import type { FieldManagerFacts } from '../endpoints/install-group-version.js'

/** Shared state of the field managers of a custom resource. */
export interface FieldManagers {
  readonly types: TypeConverter
  readonly machinery: ObjectMachinery
  readonly clock?: PassiveClock | undefined
}

/** The types of all versions of a custom resource, from OpenAPI definitions. */
export function customResourceTypes(definitions: Readonly<Record<string, object>>): TypeConverter {
  return newTypeConverter(definitions as never)
}

/** The field manager of a custom resource or of one of its subresources. */
export function customResourceFieldManager(
  { types, machinery, clock }: FieldManagers,
  { kind, hub, subresource, storage }: FieldManagerFacts,
): FieldManager {
  const shared = { kind, hub, subresource, resetFields: storage.resetFields, clock }
  if (subresource !== 'scale') return newDefaultCRDFieldManager({ ...shared, ...machinery, typeConverter: types })
  const scheme = new Scheme().addKinds(Scale)
  const { creater } = machinery
  const convertor = scaleConvertor(scheme)
  return newDefaultCRDFieldManager({
    ...shared,
    scheme,
    creater,
    convertor,
    typeConverter: newSchemeTypeConverter(scheme),
  })
}

/**
 * Upstream's converter of custom resources knows scales by their class, and refuses others: the empty object that the first
 * apply is compared with, and the outcome of every apply that changes something.
 */
function scaleConvertor(scheme: Scheme): ObjectMachinery['convertor'] {
  return {
    convertToVersion(object, target) {
      if (object instanceof Scale) return scheme.convertToVersion(object, target)
      const { apiVersion } = object
      throw new MachineryError('UnknownVersion', `request to convert CR to an invalid group/version: ${apiVersion}`)
    },
  }
}
