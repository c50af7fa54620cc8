import { conversionTypeOf } from '../../conversion/conversion-type.js'
import { fromQueryParameters, toQueryParameters } from '../../conversion/query-parameters.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { KindClass, KubernetesObject } from '../objects/typed-object.js'
import { NotRegisteredError } from './not-registered-error.js'
import type { Scheme } from './scheme.js'
import { typeName } from './type-name.js'

/** How a {@link ParameterCodec} reads. */
export interface ParameterCodecOptions {
  /** How integers beyond ±(2^53−1) are read: as an error, or as `bigint`. Default: `error`. */
  readonly integers?: 'error' | 'bigint'
}

/** Turns options objects of a scheme into query parameters and back, converting versions on the way. */
export class ParameterCodec {
  readonly #scheme: Scheme
  readonly #bigints: boolean

  constructor(scheme: Scheme, { integers = 'error' }: ParameterCodecOptions = {}) {
    this.#scheme = scheme
    this.#bigints = integers === 'bigint'
  }

  /**
   * Reads query parameters written in the version `from` into an object of class `into`, with defaults.
   *
   * @throws {@link NotRegisteredError}, ConversionError, `InvalidQueryParameter`.
   */
  decodeParameters<T extends KubernetesObject>(parameters: URLSearchParams, from: GroupVersion, into: KindClass<T>): T {
    if (parameters.size === 0) return new into()
    const { gvks } = this.#scheme.objectKinds(new into())
    const own = gvks.find((gvk) => gvk.group === from.group && gvk.version === from.version)
    const gvk = own ?? from.withKind(gvks[0]?.kind ?? '')
    const type = own === undefined ? this.#scheme.classFor(gvk) : into
    if (type === undefined) throw new NotRegisteredError(this.#scheme.name, { gvk })
    const fields = fromQueryParameters(parameters, type.descriptor, { bigints: this.#bigints })
    // Each class has its own type of `init`, of which a class that is a value says nothing.
    const object = new type(fields as never)
    this.#scheme.default(object)
    return this.#scheme.convert(object, into)
  }

  /**
   * Writes an object as query parameters in the version `to`.
   *
   * @throws {@link NotRegisteredError}, ConversionError
   */
  encodeParameters(object: KubernetesObject, to: GroupVersion): URLSearchParams {
    const [gvk] = this.#scheme.objectKinds(object).gvks
    const same = gvk !== undefined && gvk.group === to.group && gvk.version === to.version
    const versioned = same ? object : this.#scheme.unsafeConvertToVersion(object, to)
    const type = conversionTypeOf(versioned) as KindClass | undefined
    if (type?.descriptor === undefined) throw new NotRegisteredError(this.#scheme.name, { type: typeName(type) })
    return toQueryParameters(versioned, type.descriptor)
  }
}
