import { type ConversionType, conversionTypeOf } from '../../conversion/conversion-type.js'
import type { Converter } from '../../conversion/converter.js'
import type { ConversionFunction } from '../../conversion/scope.js'
import { applyDefaults } from '../../descriptor/apply-defaults.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import type { GroupKind } from '../../schema/group-kind.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersioner } from '../interfaces.js'
import { MissingKindError } from '../objects/missing-kind-error.js'
import { MissingVersionError } from '../objects/missing-version-error.js'
import { requireObject } from '../objects/require-object.js'
import { isTypedObject, type KindClass, type KubernetesObject } from '../objects/typed-object.js'
import { isUnstructured } from '../objects/unstructured.js'
import {
  defaultMetaV1FieldSelectorConversion,
  type FieldLabel,
  type FieldLabelConversionFunction,
} from './field-label-conversion.js'
import { groupVersionKindOf, setGroupVersionKind } from './kind-access.js'
import type { KindRegistrar } from './kind-registrar.js'
import { KindTable, type KnownType } from './kind-table.js'
import { NotRegisteredError } from './not-registered-error.js'
import type { ObjectKinds, ObjectTyper } from './object-typer.js'
import { openAPIDefinitionName } from './openapi-definition-name.js'
import { SchemeConversion } from './scheme-conversion.js'
import type { SchemeOptions } from './scheme-options.js'
import { SchemeTypes } from './scheme-types.js'
import { typeName } from './type-name.js'
import type { FieldError, ValidationFunction, ValidationOperation, ValidationRequest } from './validation-function.js'
import { VersionPriority } from './version-priority.js'

/**
 * Maps group, version and kind to classes, and holds the functions that default, validate and convert objects of these
 * classes. Register everything first, then use it; {@link Scheme.freeze} prevents later registration.
 */
export class Scheme implements ObjectTyper, KindRegistrar {
  /** Used in error messages, to distinguish schemes. */
  readonly name: string
  /** Pairwise conversions; register through {@link Scheme.addConversion}. */
  readonly converter: Converter
  readonly #kinds: KindTable
  readonly #types: SchemeTypes
  readonly #versions: VersionPriority = new VersionPriority()
  readonly #conversion: SchemeConversion
  readonly #defaulting = new Map<KindClass, (object: never) => void>()
  readonly #validation = new Map<KindClass, ValidationFunction<never>>()
  readonly #fieldLabels = new Map<string, FieldLabelConversionFunction>()
  #frozen = false

  constructor(options: SchemeOptions = {}) {
    this.name = options.name ?? 'scheme'
    this.#types = new SchemeTypes(options)
    this.#kinds = new KindTable(this.name)
    this.#conversion = new SchemeConversion(this, this.#kinds, this.#versions)
    this.converter = this.#conversion.converter
  }

  // Building

  /** Ends the building of this scheme: registering anything from now on is an error. */
  freeze(): this {
    this.#frozen = true
    return this
  }

  /** Reports whether {@link Scheme.freeze} was called. */
  get frozen(): boolean {
    return this.#frozen
  }

  /**
   * Registers classes in a group and version, each under the kind it names itself.
   *
   * @throws {@link MachineryError} `DoubleRegistration` when another class holds one of the kinds.
   */
  addKnownTypes(gv: GroupVersion, ...types: KindClass[]): this {
    const versions = this.#unfrozen()
    for (const [gvk, type] of this.#types.had(gv, types)) {
      versions.observe(gv)
      this.#kinds.add(gvk, type)
    }
    return this
  }

  /** Registers classes under the group, version and kind each of them names itself. */
  addKinds(...types: KindClass[]): this {
    for (const type of types) this.addKnownTypeWithName(type.groupVersionKind, type)
    return this
  }

  /**
   * Registers one class under any group, version and kind.
   *
   * @throws {@link MachineryError} `DoubleRegistration` when another class holds the kind, `VersionRequired`.
   */
  addKnownTypeWithName(gvk: GroupVersionKind, type: KindClass): this {
    const versions = this.#unfrozen()
    if (!this.#types.has(gvk)) return this
    versions.observe(gvk)
    this.#kinds.add(gvk, this.#types.of(type))
    return this
  }

  /** Registers classes that no version changes: they are created for any group and version, and never converted. */
  addUnversionedTypes(gv: GroupVersion, ...types: KindClass[]): this {
    const versions = this.#unfrozen()
    for (const [gvk, type] of this.#types.had(gv, types)) {
      versions.observe(gv)
      this.#kinds.addUnversioned(gvk, type)
    }
    return this
  }

  /** Sets the order in which a group prefers its versions, all of one group, the best first. */
  setVersionPriority(...versions: GroupVersion[]): this {
    this.#unfrozen().set(versions)
    return this
  }

  /**
   * Sets the class through which the versions of its kind convert if a pair has no conversion of its own. Without a hub,
   * the internal type of the kind is used, and then any version to which both sides convert.
   */
  addHub(type: KindClass): this {
    this.#unfrozen()
    const hub = this.#types.of(type)
    if (!this.#types.has(type.groupVersionKind)) this.#kinds.addInternal(type.groupVersionKind, hub)
    this.#conversion.addHub(hub)
    return this
  }

  /** Registers a hand-written conversion; it wins over a generated one, and over an earlier one for the same pair. */
  addConversion<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): this {
    this.#unfrozen()
    this.converter.add(this.#types.converted(from), this.#types.converted(to), convert)
    return this
  }

  /** Registers a generated conversion. A hand-written one for the same pair takes precedence. */
  addGeneratedConversionFunc<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): this {
    this.#unfrozen()
    this.converter.addGenerated(this.#types.converted(from), this.#types.converted(to), convert)
    return this
  }

  /** Declares that nothing of `from` is carried over into `to`. */
  addIgnoredConversionType(from: ConversionType, to: ConversionType): this {
    this.#unfrozen()
    this.converter.addIgnored(this.#types.converted(from), this.#types.converted(to))
    return this
  }

  /** Registers how the field labels of selectors on a kind are renamed and which of them are known. */
  addFieldLabelConversionFunc(gvk: GroupVersionKind, convert: FieldLabelConversionFunction): this {
    this.#unfrozen()
    this.#fieldLabels.set(gvk.toString(), convert)
    return this
  }

  /** Registers the function that fills defaults into objects of a class; a later one replaces it. */
  addTypeDefaultingFunc<T extends KubernetesObject>(type: KindClass<T>, fill: (object: T) => void): this {
    this.#unfrozen()
    this.#defaulting.set(this.#types.of(type), fill)
    return this
  }

  /** Registers the function that validates objects of a class; a later one replaces it. */
  addValidationFunc<T extends KubernetesObject>(type: KindClass<T>, validate: ValidationFunction<T>): this {
    this.#unfrozen()
    this.#validation.set(this.#types.of(type), validate)
    return this
  }

  // Reading: kinds and versions

  /** The class for a kind; for the name of an unversioned kind, its class in any group and version. */
  classFor(gvk: GroupVersionKind): KindClass | undefined {
    return this.#kinds.classFor(gvk)
  }

  /**
   * A new, empty object of a kind, typed when `gvk` is the kind of a class.
   *
   * @throws {@link NotRegisteredError}
   */
  new<T extends KubernetesObject>(gvk: GroupVersionKind<T>): T
  new(gvk: GroupVersionKind): KubernetesObject
  new(gvk: GroupVersionKind): KubernetesObject {
    const type = this.classFor(gvk)
    if (type === undefined) throw new NotRegisteredError(this.name, { gvk })
    const object = new type()
    setGroupVersionKind(object, gvk)
    return object
  }

  /** Reports whether exactly this group, version and kind is registered. */
  recognizes(gvk: GroupVersionKind): boolean {
    return this.#kinds.has(gvk)
  }

  /**
   * Every kind that an object can have: those for which its class is registered, or the declared one if it is unstructured.
   *
   * @throws {@link NotRegisteredError} for a class that is not registered.
   * @throws {@link MissingKindError} and {@link MissingVersionError} for unstructured objects that declare none.
   */
  objectKinds(object: KubernetesObject): ObjectKinds {
    const type = this.#kinds.typeOf(requireObject(object))
    const gvks = this.#kinds.kindsOf(type)
    if (gvks !== undefined) return { gvks, unversioned: this.isUnversioned(object)! }
    if (isTypedObject(object) && !isUnstructured(object)) {
      throw new NotRegisteredError(this.name, { type: typeName(conversionTypeOf(object)) })
    }
    const gvk = groupVersionKindOf(object)
    if (gvk.kind === '') throw new MissingKindError('unstructured object has no kind')
    if (gvk.version === '') throw new MissingVersionError('unstructured object has no version')
    return { gvks: [gvk], unversioned: false }
  }

  /** Reports whether the class of an object is free of versions; `undefined` when it is not registered. */
  isUnversioned(object: KubernetesObject): boolean | undefined {
    const type = this.#kinds.typeOf(object)
    if (this.#kinds.kindsOf(type) === undefined) return undefined
    return this.#kinds.unversionedKindOf(type) !== undefined
  }

  /** Kind → class for one group and version. */
  knownTypes(gv: GroupVersion): ReadonlyMap<string, KindClass> {
    return new Map(Array.from(this.#kinds.inVersion(gv), ({ gvk, type }) => [gvk.kind, type]))
  }

  /** Version → class for one group and kind, the internal version included. */
  knownTypesForGroupKind(gk: GroupKind): ReadonlyMap<string, KindClass> {
    return new Map(Array.from(this.#kinds.ofGroupKind(gk), ({ gvk, type }) => [gvk.version, type]))
  }

  /** Every registration, in the order in which they were made. */
  allKnownTypes(): readonly KnownType[] {
    return [...this.#kinds.all()]
  }

  /** Versions in which a kind is registered, the preferred one first, without the internal version. */
  versionsForGroupKind(gk: GroupKind): readonly GroupVersion[] {
    const known = this.knownTypesForGroupKind(gk)
    return this.#versions.forGroup(gk.group).filter((gv) => known.has(gv.version))
  }

  /** Versions of one group, the preferred first. */
  prioritizedVersionsForGroup(group: string): readonly GroupVersion[] {
    return this.#versions.forGroup(group)
  }

  /** Versions of all groups; those of one group are in order of preference. */
  prioritizedVersionsAllGroups(): readonly GroupVersion[] {
    return this.#versions.allGroups()
  }

  /** The preferred version of every group. */
  preferredVersionAllGroups(): readonly GroupVersion[] {
    return this.#versions.preferred()
  }

  /** External versions in the order in which they were first registered. */
  observedVersions(): readonly GroupVersion[] {
    return [...this.#versions.observed]
  }

  /** Reports whether any version of a group is registered. */
  isGroupRegistered(group: string): boolean {
    return this.#versions.hasGroup(group)
  }

  /** Reports whether anything is registered in a group and version. */
  isVersionRegistered(gv: GroupVersion): boolean {
    return this.#versions.hasVersion(gv)
  }

  /**
   * The name a kind has in OpenAPI documents, such as `io.k8s.api.core.v1.Pod`.
   *
   * @throws {@link NotRegisteredError}
   */
  toOpenAPIDefinitionName(gvk: GroupVersionKind): string {
    return openAPIDefinitionName(this, gvk)
  }

  // Reading: what is done to objects

  /**
   * Fills defaults into an object: first by the function registered for its class, then those its descriptor declares.
   * Objects of other classes, and unstructured ones, stay as they are.
   */
  default(object: KubernetesObject): void {
    const type = this.#kinds.typeOf(object)
    if (type === undefined) return
    // Under a class there is a function of its objects.
    this.#defaulting.get(type)?.(object as never)
    if (this.#kinds.kindsOf(type) !== undefined) applyDefaults(type.descriptor, object)
  }

  /** The function that fills defaults into objects of a class, as {@link Scheme.addTypeDefaultingFunc} registered it. */
  defaultingFuncFor(type: KindClass): ((object: never) => void) | undefined {
    return this.#defaulting.get(this.#types.of(type))
  }

  /** The function that validates objects of a class, as {@link Scheme.addValidationFunc} registered it. */
  validationFuncFor<T extends KubernetesObject>(type: KindClass<T> | undefined): ValidationFunction<T> | undefined {
    if (type === undefined) return undefined
    return this.#validation.get(this.#types.of(type)) as ValidationFunction<T> | undefined
  }

  /** Reports whether a validation function is registered for the class of an object, or for the kind that it names. */
  hasValidationFunc(object: KubernetesObject): boolean {
    return this.#validation.has(this.#classOf(object)!)
  }

  /**
   * Validates an object for creation and returns the errors, none if its class has no validation function. An unstructured
   * object is passed unchanged to the function of the class that is registered for its kind.
   */
  validate(object: KubernetesObject, request: ValidationRequest = {}): readonly FieldError[] {
    return this.#findings({ type: 'Create', ...request }, object)
  }

  /** Validates an object that is to replace `old`. */
  validateUpdate<T extends KubernetesObject>(
    object: T,
    old: T,
    request: ValidationRequest = {},
  ): readonly FieldError[] {
    return this.#findings({ type: 'Update', ...request }, object, old)
  }

  /**
   * Renames a field label from a version to the hub version.
   *
   * @throws {@link MachineryError} `UnknownFieldLabel`, or what the registered function throws.
   */
  convertFieldLabel(gvk: GroupVersionKind, { label, value }: FieldLabel): FieldLabel {
    return (this.#fieldLabels.get(gvk.toString()) ?? defaultMetaV1FieldSelectorConversion)(label, value)
  }

  /**
   * Converts an object to another class. Unstructured objects are read as their registered class first; with `Unstructured`
   * as target the object becomes one. The result may share parts with `object`.
   *
   * @param context - passed to the conversion functions as `scope.meta.context`; the preferred version if an internal
   * object becomes unstructured.
   * @throws ConversionError if no conversion exists; it names the missing step.
   */
  convert<T extends KubernetesObject>(object: KubernetesObject, to: KindClass<T>, context?: unknown): T {
    return this.#conversion.convert(object, this.#types.of(to), context)
  }

  /**
   * Converts an object to the kind that `target` chooses. The result shares nothing with `object`.
   *
   * @throws {@link NotRegisteredError} when the class or the target is not known, ConversionError.
   */
  convertToVersion(object: KubernetesObject, target: GroupVersioner): KubernetesObject {
    return this.#conversion.toVersion(object, target, { copy: true })
  }

  /** As {@link Scheme.convertToVersion}, without a copy: the result may be `object` or share parts with it. */
  unsafeConvertToVersion(object: KubernetesObject, target: GroupVersioner): KubernetesObject {
    return this.#conversion.toVersion(object, target, { copy: false })
  }

  toString(): string {
    return this.name
  }

  #findings(operation: ValidationOperation, object: KubernetesObject, old?: KubernetesObject): readonly FieldError[] {
    const validate = this.#validation.get(this.#classOf(object)!)
    // Under a class there is a function of its objects.
    return validate?.(operation, object as never, old as never) ?? []
  }

  #classOf(object: KubernetesObject): KindClass | undefined {
    return isUnstructured(object) ? this.classFor(groupVersionKindOf(object)) : this.#kinds.typeOf(object)
  }

  #unfrozen(): VersionPriority {
    if (!this.#frozen) return this.#versions
    throw new MachineryError('SchemeFrozen', `scheme ${quote(this.name)} is frozen`)
  }
}
