import { newBadRequest } from '../../errors/new-status-error.js'
import type { JSONObject } from '../../json/json-value.js'
import { marshalRaw, withMarshalledRaw } from '../../runtime/objects/marshal-raw.js'
import { withoutMembers } from '../../runtime/objects/shallow-copy.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured, unstructuredContent } from '../../runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import { GroupVersion } from '../../schema/group-version.js'
import type { FieldSetFilter } from '../field-path/filter.js'
import { Updater } from '../merge/updater.js'
import { inContext } from '../merge/wrap-error.js'
import { copyListSources, rememberLists } from '../typed/held-lists.js'
import { TypedValue } from '../typed/typed-value.js'
import type { Managed } from './managed.js'
import type { AppliedChange, ApplyRequest, Change, Manager, UpdateRequest } from './manager.js'
import type { ObjectMachinery } from './object-convertor.js'
import { describeObject, managedFieldsOf } from './object-metadata.js'
import { sameUndeclaredMembers, withoutSameMembers } from './same-members.js'
import type { TypeConverter } from './type-converter.js'
import { VersionConverter } from './version-converter.js'

/** Input of a {@link StructuredMergeManager}. */
export interface StructuredMergeOptions extends ObjectMachinery {
  readonly typeConverter: TypeConverter
  /** The version that requests are in. */
  readonly groupVersion: GroupVersion
  /** The version that objects are given back in. */
  readonly hub: GroupVersion
  /** Fields that requests reset, by API version. */
  readonly resetFields?: ReadonlyMap<string, FieldSetFilter> | undefined
  /** The kind is a custom resource: conversions go through exactly {@link hub}, in any group. */
  readonly customResource?: boolean
}

/** The last manager of the chain: merges, and computes the owners. */
export class StructuredMergeManager implements Manager<AppliedChange> {
  readonly #options: StructuredMergeOptions
  readonly #updater: Updater

  constructor(options: StructuredMergeOptions) {
    const { typeConverter, convertor, hub, resetFields } = options
    this.#options = options
    const converter = new VersionConverter({
      typeConverter,
      convertor,
      hub: options.customResource === true ? () => hub : (from) => new GroupVersion(from.group, hub.version),
    })
    this.#updater = new Updater({ converter, ...(resetFields === undefined ? {} : { ignoreFilter: resetFields }) })
  }

  update({ live, next, managed, manager }: UpdateRequest): Change {
    const version = this.#options.groupVersion.toString()
    const nextVersioned = inContext(
      `failed to convert new object (${describeObject(next)}) to proper version (${version})`,
      () => this.#toVersion(next),
    )
    const [liveTyped, nextTyped] = this.#typedPair(this.#liveToVersion(live), nextVersioned, managed)
    const { managers } = inContext(`failed to update ManagedFields (${describeObject(nextVersioned)})`, () =>
      this.#updater.update({ live: liveTyped, next: nextTyped, managers: managed.fields, version, manager }),
    )
    return { object: next, managed: { fields: managers, times: managed.times } }
  }

  /**
   * The parts of two objects that have to be compared. Conversions for managers in other versions may need all of them.
   */
  #typedPair(live: KubernetesObject, next: KubernetesObject, managed: Managed): readonly [TypedValue, TypedValue] {
    const isPart = this.#isInOneVersion(managed)
    if (this.#options.customResource === true) return this.#customPair(live, next, isPart)
    const [liveCompared, nextCompared] = isPart ? withoutSameMembers(live, next) : [live, next]
    const nextTyped = this.#typedForUpdate(nextCompared, 'new')
    return [this.#typedForUpdate(liveCompared, 'live'), nextTyped]
  }

  /**
   * What custom resources have stored need not conform to their schema. The new object is checked as a whole: what is the same
   * in the live one conforms then, too, and does not differ.
   */
  #customPair(live: KubernetesObject, next: KubernetesObject, isPart: boolean): readonly [TypedValue, TypedValue] {
    const whole = this.#typedForUpdate(next, 'new')
    const same = isPart ? sameUndeclaredMembers(live, next) : []
    if (same.length === 0) return [this.#typedForUpdate(live, 'live'), whole]
    const value = withoutMembers(whole.value as JSONObject, ...same)
    const liveTyped = this.#typedForUpdate(withoutMembers(live, ...same), 'live')
    return [liveTyped, new TypedValue(value, whole.schema, whole.typeRef, whole.held)]
  }

  /** Reports whether all managers are in the version of requests. */
  #isInOneVersion({ fields }: Managed): boolean {
    const version = this.#options.groupVersion.toString()
    for (const { apiVersion } of fields.values()) if (apiVersion !== version) return false
    return true
  }

  apply({ live, config, managed, manager, force }: ApplyRequest): AppliedChange {
    this.#checkConfig(config)
    const liveVersioned = this.#liveToVersion(live)
    const configTyped = inContext(`failed to create typed patch object (${describeObject(config)})`, () =>
      this.#options.typeConverter.objectToTyped(config),
    )
    // The result is made from the typed value, so fields that it cannot hold must be an error.
    const liveTyped = inContext(`failed to create typed live object (${describeObject(liveVersioned)})`, () =>
      this.#options.typeConverter.objectToTyped(liveVersioned, { allowDuplicates: true, refuseUnknownFields: true }),
    )
    const version = this.#options.groupVersion.toString()
    const { object, managers } = this.#updater.apply({
      live: liveTyped,
      config: configTyped,
      managers: managed.fields,
      version,
      manager,
      force,
    })
    const result = { fields: managers, times: managed.times }
    return { object: object && this.#finish(object, config), managed: result }
  }

  #checkConfig(config: KubernetesObject): void {
    const given = groupVersionKindOf(config).groupVersion()
    const expected = this.#options.groupVersion
    if (!given.equals(expected)) {
      throw newBadRequest(
        `Incorrect version specified in apply patch. Specified patch version: ${given}, expected: ${expected}`,
      )
    }
    if (managedFieldsOf(config) !== undefined) throw newBadRequest('metadata.managedFields must be nil')
  }

  #typedForUpdate(object: KubernetesObject, which: 'new' | 'live'): TypedValue {
    return inContext(`failed to convert ${which} object (${describeObject(object)}) to smd typed`, () =>
      this.#options.typeConverter.objectToTyped(object, { allowDuplicates: true }),
    )
  }

  #liveToVersion(live: KubernetesObject): KubernetesObject {
    return inContext(`failed to convert live object (${describeObject(live)}) to proper version`, () =>
      this.#toVersion(live),
    )
  }

  /** The merged value as an object, with defaults, in the hub version. */
  #finish(value: TypedValue, config: KubernetesObject): KubernetesObject {
    const { typeConverter, defaulter, convertor, hub } = this.#options
    const name = describeObject(config)
    const object = inContext(`failed to convert new typed object (${name}) to object`, () =>
      typeConverter.typedToObject(value),
    )
    const versioned = inContext(`failed to convert new object (${name}) to proper version`, () =>
      this.#toVersion(object),
    )
    const type = isTypedObject(versioned) ? kindClassOf(versioned).descriptor : undefined
    if (type !== undefined) marshalRaw(type, versioned)
    defaulter.default(versioned)
    const result = inContext(`failed to convert to unversioned (${name})`, () =>
      convertor.convertToVersion(versioned, hub),
    )
    if (hub.equals(this.#options.groupVersion)) {
      const held = type === undefined ? value.value : withMarshalledRaw(type, value.value as JSONObject)
      rememberLists(unstructuredContent(result), held)
    }
    return result
  }

  #isInVersion(object: KubernetesObject): boolean {
    if (!isTypedObject(object) || isUnstructured(object)) return false
    const { groupVersion } = this.#options
    const { group, version } = kindClassOf(object).groupVersionKind
    const isClass = group === groupVersion.group && version === groupVersion.version
    return isClass && object.apiVersion === groupVersion.toString()
  }

  #toVersion(object: KubernetesObject): KubernetesObject {
    // Nothing here changes an object: one that is in the version already need not be copied.
    if (this.#isInVersion(object)) return object
    const converted = this.#options.convertor.convertToVersion(object, this.#options.groupVersion)
    if (converted !== object && converted.apiVersion === object.apiVersion) {
      copyListSources(unstructuredContent(converted), unstructuredContent(object))
    }
    return converted
  }
}
