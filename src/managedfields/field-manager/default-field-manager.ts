import type { Scheme } from '../../runtime/scheme/scheme.js'
import { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { PassiveClock } from '../../wait/clock.js'
import type { FieldSetFilter } from '../field-path/filter.js'
import { BuildManagerInfoManager } from './build-manager-info-manager.js'
import { CapManagersManager, defaultMaxUpdateManagers } from './cap-managers-manager.js'
import { FieldManager } from './field-manager.js'
import { LastAppliedManager } from './last-applied-manager.js'
import { LastAppliedUpdater } from './last-applied-updater.js'
import { ManagedFieldsUpdater } from './managed-fields-updater.js'
import type { AppliedChange, Manager } from './manager.js'
import { type ObjectMachinery, unstructuredMachinery } from './object-convertor.js'
import { SkipNonAppliedManager } from './skip-non-applied-manager.js'
import { StripMetaManager } from './strip-meta-manager.js'
import { StructuredMergeManager } from './structured-merge-manager.js'
import { newDeducedTypeConverter, newSchemeTypeConverter, type TypeConverter } from './type-converter.js'
import { VersionCheckManager } from './version-check-manager.js'

/** Input of a field manager. */
export interface FieldManagerOptions extends Partial<ObjectMachinery> {
  /** The kind and the version that requests are in. */
  readonly kind: GroupVersionKind
  /** Converts, defaults and creates objects, and has their types, unless other options replace it. */
  readonly scheme?: Scheme | undefined
  readonly typeConverter?: TypeConverter | undefined
  /** The version objects are given back in. Default: that of `kind`. */
  readonly hub?: GroupVersion | undefined
  /** Set for requests to a subresource, such as `status`. */
  readonly subresource?: string | undefined
  /** Fields that requests reset, by API version. */
  readonly resetFields?: ReadonlyMap<string, FieldSetFilter> | undefined
  /** Clock for the times of changes. Default: the system clock. */
  readonly clock?: PassiveClock | undefined
  /** How many managers of updates are kept apart. Default: 10. */
  readonly maxUpdateManagers?: number | undefined
  /** Probability that an object's fields are tracked from its creation on. Default: 1. */
  readonly trackOnCreateProbability?: number | undefined
  /** A number from 0 to 1. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** Makes the field manager of a kind that a scheme has, as the API server uses it. */
export function newDefaultFieldManager(options: FieldManagerOptions): FieldManager {
  return fieldManager(options, false)
}

/**
 * Makes the field manager of a custom resource. Without a type converter its fields are merged as their form suggests;
 * without a scheme its versions differ in nothing but the name.
 */
export function newDefaultCRDFieldManager(options: FieldManagerOptions): FieldManager {
  return fieldManager(options, true)
}

function fieldManager(options: FieldManagerOptions, customResource: boolean): FieldManager {
  const groupVersion = new GroupVersion(options.kind.group, options.kind.version)
  const machinery = machineryOf(options)
  const typeConverter = typeConverterOf(options)
  const merging = new StructuredMergeManager({
    ...machinery,
    typeConverter,
    groupVersion,
    hub: options.hub ?? groupVersion,
    resetFields: options.resetFields,
    customResource,
  })
  const chain = chainOf(merging, { options, groupVersion, machinery, typeConverter })
  return new FieldManager(chain, options.subresource)
}

function chainOf(
  merging: Manager<AppliedChange>,
  {
    options,
    groupVersion,
    machinery,
    typeConverter,
  }: {
    readonly options: FieldManagerOptions
    readonly groupVersion: GroupVersion
    readonly machinery: ObjectMachinery
    readonly typeConverter: TypeConverter
  },
): Manager {
  const timed = new ManagedFieldsUpdater(new StripMetaManager(merging), options.clock)
  const named = new BuildManagerInfoManager(timed, groupVersion, options.subresource ?? '')
  const capped = new CapManagersManager(named, options.maxUpdateManagers ?? defaultMaxUpdateManagers)
  const tracking = new SkipNonAppliedManager(capped, machinery.creater, {
    probability: options.trackOnCreateProbability ?? 1,
    ...(options.random === undefined ? {} : { random: options.random }),
  })
  const { convertor } = machinery
  const upgrading = new LastAppliedManager(tracking, { typeConverter, convertor, groupVersion })
  return new VersionCheckManager(new LastAppliedUpdater(upgrading), options.kind)
}

function machineryOf(options: FieldManagerOptions): ObjectMachinery {
  const { scheme } = options
  const fallback: ObjectMachinery =
    scheme === undefined
      ? unstructuredMachinery()
      : { convertor: scheme, defaulter: scheme, creater: { new: (gvk) => scheme.new(gvk) } }
  return {
    convertor: options.convertor ?? fallback.convertor,
    defaulter: options.defaulter ?? fallback.defaulter,
    creater: options.creater ?? fallback.creater,
  }
}

function typeConverterOf({ typeConverter, scheme }: FieldManagerOptions): TypeConverter {
  if (typeConverter !== undefined) return typeConverter
  return scheme === undefined ? newDeducedTypeConverter() : newSchemeTypeConverter(scheme)
}
