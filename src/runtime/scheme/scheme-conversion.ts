import { ConversionError } from '../../conversion/conversion-error.js'
import { type ConversionType, conversionTypeOf } from '../../conversion/conversion-type.js'
import { type ConversionStep, Converter } from '../../conversion/converter.js'
import { deepCopy } from '../../descriptor/deep-copy.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersioner } from '../interfaces.js'
import { assignOwn } from '../objects/assign-own.js'
import { typedCopy, unstructuredCopy } from '../objects/faithful-converter.js'
import { apiVersionInternal } from '../objects/internal-version.js'
import { requireObject } from '../objects/require-object.js'
import {
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  kindClassOf,
  type TypedObject,
} from '../objects/typed-object.js'
import { isUnstructuredClass } from '../objects/unstructured.js'
import { groupVersionKindOf, setGroupVersionKind, withGroupVersionKind } from './kind-access.js'
import type { KindTable } from './kind-table.js'
import { NotRegisteredError } from './not-registered-error.js'
import type { ObjectTyper } from './object-typer.js'
import { typeName } from './type-name.js'
import type { VersionPriority } from './version-priority.js'

/** The conversions of a Scheme: finds hubs, keeps `apiVersion` and `kind` right, converts lists item by item. */
export class SchemeConversion {
  readonly converter: Converter
  readonly #typer: ObjectTyper
  readonly #kinds: KindTable
  readonly #versions: VersionPriority
  readonly #hubs = new Set<KindClass>()

  constructor(typer: ObjectTyper, kinds: KindTable, versions: VersionPriority) {
    this.#typer = typer
    this.#kinds = kinds
    this.#versions = versions
    this.converter = new Converter({
      hubs: { between: (from, to) => this.#hubsBetween(from, to), isHub: (type) => this.#isHub(type) },
      empty: (type) => (typeof type === 'function' ? new (type as KindClass)() : {}),
      fallback: (value, step) => this.#convertList(value, step),
    })
  }

  addHub(type: KindClass): void {
    this.#hubs.add(type)
  }

  convert<T extends KubernetesObject>(object: KubernetesObject, to: KindClass<T>, context: unknown): T {
    if (isUnstructuredClass(to)) return this.#toUnstructured(object, context) as T
    const typed = this.#typed(object)
    const from = this.#kinds.typeOf(typed)
    const result = this.converter.convert(typed, to, { from, meta: { context } })
    return finish(result, { type: to, gvk: this.#ownKind(to) })
  }

  toVersion(object: KubernetesObject, target: GroupVersioner, { copy }: { readonly copy: boolean }): KubernetesObject {
    const typed = this.#typed(object)
    const type = this.#kinds.typeOf(typed)
    const kinds = this.#kinds.kindsOf(type)
    if (type === undefined || kinds === undefined) throw this.#notRegistered(typed)
    const gvk = this.#targetKind(type, kinds, target)
    // The result of reading an unstructured object is already a copy.
    const input = copy && typed === object ? deepCopy(typed) : typed
    if (kinds.some((kind) => kind.equals(gvk)) || this.#kinds.unversionedKindOf(type) !== undefined) {
      return withGroupVersionKind(input, gvk)
    }
    const to = this.#typer.classFor(gvk)
    if (to === undefined) throw new NotRegisteredError(this.#typer.name, { gvk })
    const result = this.converter.convert(input, to, { from: type, meta: { context: target } })
    return finish(result, { type: to, gvk })
  }

  #targetKind(type: KindClass, kinds: readonly GroupVersionKind[], target: GroupVersioner): GroupVersionKind {
    const gvk = target.kindForGroupVersionKinds(kinds)
    const unversioned = this.#kinds.unversionedKindOf(type)
    if (unversioned !== undefined && !kinds.some((kind) => gvk?.equals(kind))) {
      return target.kindForGroupVersionKinds([unversioned]) ?? unversioned
    }
    if (gvk === undefined) throw new NotRegisteredError(this.#typer.name, { type: typeName(type), target })
    return gvk
  }

  /** The object as its registered class: unstructured and plain objects are read by their `apiVersion` and `kind`. */
  #typed(object: KubernetesObject): KubernetesObject {
    requireObject(object)
    if (this.#kinds.kindsOf(this.#kinds.typeOf(object)) !== undefined) return object
    if (isTypedObject(object)) throw this.#notRegistered(object)
    const [gvk] = this.#typer.objectKinds(object).gvks as readonly [GroupVersionKind]
    const type = this.#typer.classFor(gvk)
    if (type === undefined) throw new NotRegisteredError(this.#typer.name, { gvk })
    return isUnstructuredClass(type) ? object : typedCopy(object, type)
  }

  #toUnstructured(object: KubernetesObject, context: unknown): KubernetesObject {
    if (!isTypedObject(object)) return unstructuredCopy(requireObject(object))
    const { gvks, unversioned } = this.#typer.objectKinds(object)
    const [gvk] = gvks as readonly [GroupVersionKind]
    if (unversioned || gvk.version !== apiVersionInternal) {
      const own = groupVersionKindOf(object)
      return unstructuredCopy(withGroupVersionKind(object, gvks.find((kind) => kind.equals(own)) ?? gvk))
    }
    if (!isGroupVersioner(context)) {
      const type = typeName(conversionTypeOf(object))
      throw new ConversionError(type, 'Unstructured', {
        detail: `unable to convert the internal object type ${type} to Unstructured without providing a preferred version to convert to`,
      })
    }
    return unstructuredCopy(this.toVersion(object, context, { copy: false }))
  }

  #notRegistered(object: KubernetesObject): NotRegisteredError {
    return new NotRegisteredError(this.#typer.name, { type: typeName(conversionTypeOf(object) ?? 'object') })
  }

  #ownKind(type: KindClass): GroupVersionKind {
    const kinds = this.#kinds.kindsOf(type) ?? []
    return kinds.find((kind) => kind.equals(type.groupVersionKind)) ?? kinds[0] ?? type.groupVersionKind
  }

  /** Named hubs first, then internal types, then the versions of the kind, the preferred first. */
  #hubsBetween(from: ConversionType, to: ConversionType): readonly ConversionType[] {
    const siblings = [from, to].flatMap((type) => this.#siblings(type))
    const named = siblings.filter((type) => this.#hubs.has(type))
    const candidates = named.length > 0 ? named : siblings
    return [...new Set<ConversionType>(candidates)].filter((type) => type !== from && type !== to)
  }

  #isHub(type: ConversionType): boolean {
    const kinds = this.#kinds.kindsOf(type) ?? []
    return this.#hubs.has(type as KindClass) || kinds.some((kind) => kind.version === apiVersionInternal)
  }

  #siblings(type: ConversionType): KindClass[] {
    const kinds = this.#kinds.kindsOf(type) ?? []
    return kinds.flatMap((kind) => {
      const group = new Map(
        Array.from(this.#kinds.ofGroupKind(kind.groupKind()), (known) => [known.gvk.version, known]),
      )
      const order = [apiVersionInternal, ...this.#versions.forGroup(kind.group).map((gv) => gv.version)]
      const internal = this.#kinds.internalOf(kind.groupKind()) ?? []
      return [...order.flatMap((version) => group.get(version)?.type ?? []), internal].flat()
    })
  }

  /** Lists without a conversion of their own convert item by item. */
  #convertList(value: object, { from, to, scope }: ConversionStep): object | undefined {
    const item = (from as Partial<KindClass>).itemClass
    const targetItem = (to as Partial<KindClass>).itemClass
    const items = (value as { items?: unknown }).items
    if (item === undefined || targetItem === undefined) return undefined
    if (this.converter.path(item, targetItem) === undefined) return undefined
    const target = new (to as KindClass<KubernetesObject & { items?: unknown }>)()
    assignOwn(target, value)
    if (!Array.isArray(items)) return target
    const gvk = this.#ownKind(targetItem)
    target.items = items.map((each: object) =>
      finish(scope.convert<KubernetesObject>(each, targetItem, item), { type: targetItem, gvk }),
    )
    return target
  }
}

/** Makes the result of a conversion function an object of the target class that declares its kind. */
function finish<T extends KubernetesObject>(
  result: object,
  { type, gvk }: { readonly type: KindClass<T>; readonly gvk: GroupVersionKind },
): T {
  // Each class has its own type of `init`, of which a class that is a value says nothing.
  const object = (isTypedObject(result) && !standsFor(type, result) ? result : new type(result as never)) as T
  setGroupVersionKind(object, gvk)
  return object
}

/** Conversion functions make objects of the classes that they name, for which others may stand in a scheme. */
function standsFor(type: KindClass, object: TypedObject): boolean {
  const own = kindClassOf(object)
  return own !== (type as unknown) && type.prototype instanceof own
}

function isGroupVersioner(value: unknown): value is GroupVersioner {
  return typeof (value as Partial<GroupVersioner> | undefined)?.kindForGroupVersionKinds === 'function'
}
