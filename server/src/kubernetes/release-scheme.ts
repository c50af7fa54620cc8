import type { ConversionFunction, ConversionType } from 'apimachinery/conversion'
import type { StructDescriptor } from 'apimachinery/descriptor'
import { type KindClass, type KubernetesObject, Scheme } from 'apimachinery/runtime'
import type { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import { type FieldChanges, FieldRestriction } from './field-restriction.js'

/**
 * A scheme whose kinds have the fields of an older release: fields that came later are unknown in requests, not in answers, and
 * not in OpenAPI documents. Each class of the library is mapped to the registered one, a subclass of it.
 */
export class ReleaseScheme extends Scheme {
  readonly #restriction: FieldRestriction
  /** Groups whose kinds may lose fields. */
  readonly #groups: ReadonlySet<string>
  readonly #classes = new Map<KindClass, KindClass>()

  /** `changes`: what the release has not, and what it has beyond. `groups`: of the kinds that this may concern. */
  constructor(options: ConstructorParameters<typeof Scheme>[0], changes: FieldChanges, groups: readonly string[]) {
    super(options)
    this.#restriction = new FieldRestriction(changes)
    this.#groups = new Set(groups)
  }

  override addKnownTypes(gv: GroupVersion, ...types: KindClass[]): this {
    return super.addKnownTypes(gv, ...types.map((type) => this.#classFor(type)))
  }

  override addKnownTypeWithName(gvk: GroupVersionKind, type: KindClass): this {
    return super.addKnownTypeWithName(gvk, this.#classFor(type))
  }

  override addHub(type: KindClass): this {
    return super.addHub(this.#classFor(type))
  }

  override addTypeDefaultingFunc<T extends KubernetesObject>(type: KindClass<T>, fill: (object: T) => void): this {
    return super.addTypeDefaultingFunc(this.#classFor(type), fill)
  }

  override addConversion<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): this {
    return super.addConversion(this.#typeFor(from), this.#typeFor(to), this.#into(to, convert))
  }

  override addGeneratedConversionFunc<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): this {
    return super.addGeneratedConversionFunc(this.#typeFor(from), this.#typeFor(to), this.#into(to, convert))
  }

  override convert<T extends KubernetesObject>(object: KubernetesObject, to: KindClass<T>, context?: unknown): T {
    const type = this.#classFor(to)
    const result = super.convert(object, type, context)
    return result instanceof type || !this.#classes.has(type as never) ? result : new type(result as never)
  }

  #typeFor<T>(type: ConversionType<T>): ConversionType<T> {
    return typeof type === 'function' && 'groupVersionKind' in type ? (this.#classFor(type as never) as never) : type
  }

  /** Conversions make objects of the library's classes. */
  #into<From, To>(to: ConversionType<To>, convert: ConversionFunction<From, To>): ConversionFunction<From, To> {
    const type = this.#typeFor(to)
    if (type === to || typeof type !== 'function') return convert
    const made = type as unknown as new (init: unknown) => To
    return (value, scope) => {
      const result = convert(value, scope)
      return result instanceof made ? result : new made(result)
    }
  }

  #classFor<T extends KubernetesObject>(type: KindClass<T>): KindClass<T> {
    const known = this.#classes.get(type as unknown as KindClass)
    if (known !== undefined) return known as unknown as KindClass<T>
    // Kinds that every group has, such as Status, are in the core group as well.
    const isOfAPI = type.descriptor.name.startsWith('io.k8s.api.')
    if (!isOfAPI || !this.#groups.has(type.groupVersionKind.group)) return type
    const restricted = restrictedClass(type, this.#restriction)
    for (const each of [type, restricted]) this.#classes.set(each as unknown as KindClass, restricted as never)
    return restricted
  }
}

/** Its description is made when it is first needed. */
function restrictedClass<T extends KubernetesObject>(type: KindClass<T>, restriction: FieldRestriction): KindClass<T> {
  let descriptor: StructDescriptor | undefined
  // A class that is only known as a value can be extended, but not typed.
  const base = type as unknown as new (...args: unknown[]) => object
  return class extends base {
    static get descriptor(): StructDescriptor {
      descriptor ??= restriction.struct(type.descriptor)
      return descriptor
    }
  } as unknown as KindClass<T>
}
