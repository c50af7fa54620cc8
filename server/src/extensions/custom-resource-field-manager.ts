import { Scale } from 'apimachinery/api/autoscaling/v1'
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
  readonly clock?: PassiveClock
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
  const shared = {
    kind,
    hub,
    ...(subresource !== '' && { subresource }),
    ...(storage.resetFields !== undefined && { resetFields: storage.resetFields }),
    ...(clock !== undefined && { clock }),
  }
  if (subresource !== 'scale') return newDefaultCRDFieldManager({ ...shared, ...machinery, typeConverter: types })
  const scheme = new Scheme().addKinds(Scale)
  return newDefaultCRDFieldManager({ ...shared, scheme, typeConverter: newSchemeTypeConverter(scheme) })
}
