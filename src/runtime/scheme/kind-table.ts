import { conversionTypeOf } from '../../conversion/conversion-type.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'
import type { GroupKind } from '../../schema/group-kind.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { isTypedObject, type KindClass } from '../objects/typed-object.js'
import { qualifiedTypeName, typeName } from './type-name.js'

/** A kind and the class registered for it. */
export interface KnownType {
  readonly gvk: GroupVersionKind
  readonly type: KindClass
}

/** Which class reads which kind, both ways, in the order of registration. Part of Scheme. */
export class KindTable {
  readonly #schemeName: string
  readonly #byKind = new Map<string, KnownType>()
  readonly #byType = new Map<KindClass, GroupVersionKind[]>()
  /** Hubs of kinds that are not registered in their version, by group and kind. */
  readonly #internal = new Map<string, KnownType>()
  readonly #unversionedTypes = new Map<KindClass, GroupVersionKind>()
  readonly #unversionedKinds = new Map<string, KindClass>()

  constructor(schemeName: string) {
    this.#schemeName = schemeName
  }

  /** @throws {@link MachineryError} `VersionRequired` or `DoubleRegistration`. */
  add(gvk: GroupVersionKind, type: KindClass): void {
    if (gvk.version === '') {
      throw new MachineryError('VersionRequired', `version is required on all types: ${gvk} ${typeName(type)}`)
    }
    const key = gvk.toString()
    const known = this.#byKind.get(key)
    if (known !== undefined && known.type !== type) throw this.#doubleRegistration(known, type)
    if (known !== undefined) return
    this.#byKind.set(key, { gvk, type })
    const kinds = this.#byType.get(type)
    if (kinds === undefined) this.#byType.set(type, [gvk])
    else kinds.push(gvk)
  }

  /** @throws {@link MachineryError} `DoubleRegistration` when another class has the kind's name. */
  addUnversioned(gvk: GroupVersionKind, type: KindClass): void {
    const old = this.#unversionedKinds.get(gvk.kind)
    if (old !== undefined && old !== type) {
      throw new MachineryError(
        'DoubleRegistration',
        `${qualifiedTypeName(old)} has already been registered as unversioned kind ${quote(String(gvk))} - kind name must be unique in scheme ${quote(this.#schemeName)}`,
      )
    }
    this.add(gvk, type)
    this.#unversionedTypes.set(type, gvk)
    this.#unversionedKinds.set(gvk.kind, type)
  }

  /** Lets the class of a kind that is not registered be converted. */
  addInternal(gvk: GroupVersionKind, type: KindClass): void {
    this.#internal.set(gvk.groupKind().toString(), { gvk, type })
    this.#byType.set(type, [gvk])
  }

  /** The class that {@link KindTable.addInternal} was given for the kind. */
  internalOf(gk: GroupKind): KindClass | undefined {
    return this.#internal.get(gk.toString())?.type
  }

  /** The class for a kind: the registered one, else the unversioned one of that name. */
  classFor(gvk: GroupVersionKind): KindClass | undefined {
    return this.#byKind.get(gvk.toString())?.type ?? this.#unversionedKinds.get(gvk.kind)
  }

  has(gvk: GroupVersionKind): boolean {
    return this.#byKind.has(gvk.toString())
  }

  kindsOf(type: unknown): readonly GroupVersionKind[] | undefined {
    return this.#byType.get(type as KindClass)
  }

  unversionedKindOf(type: unknown): GroupVersionKind | undefined {
    return this.#unversionedTypes.get(type as KindClass)
  }

  /**
   * The registered class of an object: its own, or, for an object made by another loaded copy of its class or by a
   * subclass, the class registered for the same kind with the same descriptor name.
   */
  typeOf(object: unknown): KindClass | undefined {
    const type = conversionTypeOf(object) as KindClass | undefined
    if (type === undefined || this.#byType.has(type)) return type
    if (!isTypedObject(object) || type.groupVersionKind === undefined) return undefined
    const { groupVersionKind: gvk } = type
    const registered = this.#byKind.get(gvk.toString())?.type ?? this.#internal.get(gvk.groupKind().toString())?.type
    return registered?.descriptor.name === type.descriptor?.name ? registered : undefined
  }

  *all(): IterableIterator<KnownType> {
    yield* this.#byKind.values()
  }

  *inVersion(gv: GroupVersion): IterableIterator<KnownType> {
    for (const known of this.#byKind.values()) {
      if (known.gvk.group === gv.group && known.gvk.version === gv.version) yield known
    }
  }

  *ofGroupKind(gk: GroupKind): IterableIterator<KnownType> {
    for (const known of this.#byKind.values()) {
      if (known.gvk.group === gk.group && known.gvk.kind === gk.kind) yield known
    }
  }

  #doubleRegistration(known: KnownType, type: KindClass): MachineryError {
    const [old, added] = [qualifiedTypeName(known.type), qualifiedTypeName(type)]
    return new MachineryError(
      'DoubleRegistration',
      `Double registration of different types for ${known.gvk}: old=${old}, new=${added} in scheme ${quote(this.#schemeName)}`,
    )
  }
}
