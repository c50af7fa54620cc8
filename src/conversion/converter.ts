import { isContainer } from '../json/json-value.js'
import { ConversionError } from './conversion-error.js'
import { type ConversionType, conversionTypeName, conversionTypeOf } from './conversion-type.js'
import { type Hubs, noHubs } from './hubs.js'
import type { ConversionFunction, ConversionMeta, ConversionScope } from './scope.js'

type AnyConversion = ConversionFunction<object, object>
type Table = Map<ConversionType, Map<ConversionType, AnyConversion>>

/** Deepest nesting of `scope.convert`; real objects stay far below. */
const deepestNesting = 1000

/** Facts a {@link Converter} is made with. */
export interface ConverterOptions {
  /** Finds intermediate types for pairs without a conversion of their own. */
  readonly hubs?: Hubs
  /** Makes the result of an ignored conversion: an empty value of the type. */
  readonly empty?: (type: ConversionType) => object
  /** Converts where nothing is registered and no hub helps; `undefined` when it cannot either. */
  readonly fallback?: (value: object, step: ConversionStep) => object | undefined
}

/** One step of a conversion under way. */
export interface ConversionStep {
  readonly from: ConversionType
  readonly to: ConversionType
  readonly scope: ConversionScope
}

/**
 * Converts values between types by functions registered for pairs. For one pair, a conversion that is ignored comes
 * first, then one written by hand, then a generated one, then a path through a hub.
 */
export class Converter {
  readonly #handWritten: Table = new Map()
  readonly #generated: Table = new Map()
  readonly #ignored = new Map<ConversionType, Set<ConversionType>>()
  readonly #hubs: Hubs
  readonly #options: ConverterOptions

  constructor(options: ConverterOptions = {}) {
    this.#hubs = options.hubs ?? noHubs
    this.#options = options
  }

  /** Registers a hand-written conversion; a later one for the same pair replaces it. */
  add<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): void {
    put(this.#handWritten, [from, to], convert)
  }

  /** Registers a generated conversion. A hand-written one for the same pair takes precedence. */
  addGenerated<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): void {
    put(this.#generated, [from, to], convert)
  }

  /** Declares that nothing of `from` is carried over into `to`: the result is empty. */
  addIgnored(from: ConversionType, to: ConversionType): void {
    const targets = this.#ignored.get(from)
    if (targets === undefined) this.#ignored.set(from, new Set([to]))
    else targets.add(to)
  }

  /** A converter with the conversions of this one and those of `other`, which win. */
  merge(other: Converter): Converter {
    const merged = new Converter(this.#options)
    for (const source of [this, other]) {
      copyTable(source.#handWritten, merged.#handWritten)
      copyTable(source.#generated, merged.#generated)
      for (const [from, targets] of source.#ignored) for (const to of targets) merged.addIgnored(from, to)
    }
    return merged
  }

  /** Reports whether a function for exactly this pair is registered, or the pair is ignored. */
  hasDirect(from: ConversionType, to: ConversionType): boolean {
    return this.#direct(from, to) !== undefined
  }

  /** The types that a value of `from` passes through on its way to `to`, both included; `undefined` without a way. */
  path(from: ConversionType, to: ConversionType): readonly ConversionType[] | undefined {
    if (from === to || this.hasDirect(from, to)) return [from, to]
    const hub = this.#hubs.between(from, to).find((hub) => this.hasDirect(from, hub) && this.hasDirect(hub, to))
    return hub === undefined ? undefined : [from, hub, to]
  }

  /**
   * Converts `value` to the type `to`. A value that is of the type already is returned as it is.
   *
   * @throws {@link ConversionError} when no conversion and no way through a hub is registered, saying which step is
   * missing.
   */
  convert<T extends object>(value: object, to: ConversionType<T>, request: ConversionRequest = {}): T {
    const from = request.from ?? conversionTypeOf(value)
    const scope = new Scope(this, request.meta ?? {}, 0)
    return this.convertWithin(value, to, { from, scope }) as T
  }

  /** One step of a conversion under way; {@link Converter.convert} starts one. */
  convertWithin(
    value: object,
    to: ConversionType,
    { from, scope }: Pick<ConversionStep, 'scope'> & { readonly from: ConversionType | undefined },
  ): object {
    if (from === undefined) throw new ConversionError('object', conversionTypeName(to))
    const direct = this.#direct(from, to)
    if (direct !== undefined) return resultOf(direct(value, scope), from, to)
    if (from === to) return value
    const [, hub] = this.path(from, to) ?? []
    if (hub !== undefined) {
      const middle = this.convertWithin(value, hub, { from, scope })
      return this.convertWithin(middle, to, { from: hub, scope })
    }
    const result = this.#options.fallback?.(value, { from, to, scope })
    if (result === undefined) throw this.#missing(from, to)
    return result
  }

  #direct(from: ConversionType, to: ConversionType): AnyConversion | undefined {
    if (this.#ignored.get(from)?.has(to)) return () => this.#options.empty?.(to) ?? {}
    return this.#handWritten.get(from)?.get(to) ?? this.#generated.get(from)?.get(to)
  }

  #missing(from: ConversionType, to: ConversionType): ConversionError {
    const [source, target] = [conversionTypeName(from), conversionTypeName(to)]
    const steps = this.#hubs.between(from, to).flatMap((hub) => {
      const name = conversionTypeName(hub)
      const missing = [
        ...(this.hasDirect(from, hub) ? [] : [`(${source}) to (${name})`]),
        ...(this.hasDirect(hub, to) ? [] : [`(${name}) to (${target})`]),
      ]
      if (missing.length > 1 && !this.#hubs.isHub(hub)) return []
      return [`through (${name}) the step ${missing.join(' and ')} is missing`]
    })
    return new ConversionError(source, target, { detail: ['unknown conversion', ...steps].join('; ') })
  }
}

/** Options of {@link Converter.convert}. */
export interface ConversionRequest {
  /** Type of the value when it is not its class. */
  readonly from?: ConversionType | undefined
  readonly meta?: ConversionMeta | undefined
}

class Scope implements ConversionScope {
  readonly meta: ConversionMeta
  readonly #converter: Converter
  readonly #depth: number

  constructor(converter: Converter, meta: ConversionMeta, depth: number) {
    this.#converter = converter
    this.meta = meta
    this.#depth = depth
  }

  convert<T>(value: object, to: ConversionType<T>, from: ConversionType | undefined = conversionTypeOf(value)): T {
    if (this.#depth >= deepestNesting) {
      const source = from === undefined ? 'object' : conversionTypeName(from)
      throw new ConversionError(source, conversionTypeName(to), { detail: 'nested too deeply' })
    }
    const scope = new Scope(this.#converter, this.meta, this.#depth + 1)
    return this.#converter.convertWithin(value, to, { from, scope }) as T
  }
}

function put(
  table: Table,
  [from, to]: readonly [ConversionType, ConversionType],
  convert: ConversionFunction<never, object>,
): void {
  const targets = table.get(from) ?? new Map<ConversionType, AnyConversion>()
  table.set(from, targets.set(to, convert as AnyConversion))
}

function copyTable(source: Table, target: Table): void {
  for (const [from, targets] of source) for (const [to, convert] of targets) put(target, [from, to], convert)
}

function resultOf(result: unknown, from: ConversionType, to: ConversionType): object {
  if (isContainer(result)) return result
  throw new ConversionError(conversionTypeName(from), conversionTypeName(to), {
    detail: 'the registered conversion returned no object',
  })
}
