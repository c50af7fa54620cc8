import { deepCopy } from '../descriptor/deep-copy.js'
import { MachineryError } from '../errors/machinery-error.js'
import type { KindClass, KubernetesObject } from '../runtime/objects/typed-object.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import type { GroupVersion } from '../schema/group-version.js'
import { differences } from './differences.js'
import { Filler, type FillerOptions } from './filler.js'
import { allKinds, isAlike, type Outcome } from './round-trip.js'
import { RoundTripError } from './round-trip-error.js'
import { defaultRounds, fillingOf } from './rounds.js'
import { shrink } from './shrink.js'

/** A known and accepted loss. */
export interface AcceptedLoss {
  /** Kind that loses the field, for example `CronTab`. */
  readonly kind: string
  /** Version that has the field, and the version that has no place for it. */
  readonly version: string
  readonly through: string
  /** Path of the field; what lies below it is accepted as well. */
  readonly path: string
  /** The reason why it is acceptable, for readers. */
  readonly reason: string
}

/** Options of {@link conversionRoundTrip}. */
export interface ConversionRoundTripOptions extends FillerOptions {
  /** Objects for each way, from `seed` on. Default 200. Seeds 1 to 3 are the boundaries of the types. */
  readonly rounds?: number
  /** Apply the scheme's defaults before converting, as a server does when it reads. Default false. */
  readonly defaults?: boolean
  /** Losses that are accepted. One that never happens is a failure itself, so that the list stays accurate. */
  readonly accepted?: readonly AcceptedLoss[]
}

/**
 * Converts random objects of every kind in `hub` to each other version and back, and objects of those versions to the
 * hub and back.
 *
 * @returns how many objects were converted there and back.
 * @throws RoundTripError for the first field that is lost or changed, with path, seed and the smallest example; also when a
 * conversion throws.
 * @throws MachineryError `NothingToConvert` when no kind of the hub has another version, `UnusedLoss` for an accepted loss
 * that did not happen.
 */
export function conversionRoundTrip(
  scheme: Scheme,
  hub: GroupVersion,
  options: ConversionRoundTripOptions = {},
): number {
  const trip = new KindRoundTrip(scheme, options)
  for (const { gvk, type } of allKinds(scheme)) {
    if (gvk.group !== hub.group || gvk.version !== hub.version || gvk.kind.endsWith('List')) continue
    for (const version of scheme.versionsForGroupKind(gvk.groupKind())) {
      const other = scheme.classFor(version.withKind(gvk.kind))!
      // The hub itself, and kinds such as options that are the same in every version.
      if (other === type) continue
      trip.go(other, type)
      trip.go(type, other)
    }
  }
  return trip.end(hub)
}

class KindRoundTrip {
  readonly #scheme: Scheme
  readonly #options: ConversionRoundTripOptions
  readonly #unused: Set<AcceptedLoss>
  #count = 0

  constructor(scheme: Scheme, options: ConversionRoundTripOptions) {
    this.#scheme = scheme
    this.#options = options
    this.#unused = new Set(options.accepted)
  }

  go(from: KindClass, through: KindClass): void {
    const { rounds = defaultRounds, seed = 1 } = this.#options
    for (let round = 0; round < rounds; round++) {
      const object = new Filler(fillingOf(this.#options, seed + round)).object(from)
      this.#check(object, { from, through, seed: seed + round })
      this.#count++
    }
  }

  end(hub: GroupVersion): number {
    if (this.#count === 0)
      throw new MachineryError('NothingToConvert', `no kind of ${hub} is registered in another version`)
    const [unused] = this.#unused
    if (unused === undefined) return this.#count
    const { kind, version, through, path } = unused
    const text = `${kind}: ${version} lost nothing at ${path} on the way through ${through}; the accepted loss can go`
    throw new MachineryError('UnusedLoss', text, { path })
  }

  #check(object: KubernetesObject, way: { from: KindClass; through: KindClass; seed: number }): void {
    const { from, through, seed } = way
    const outcome = this.#outcome(object, from, through)
    if (outcome === undefined) return
    const example = shrink(object, (smaller) => isAlike(this.#outcome(smaller, from, through), outcome))
    const { group, version, kind } = from.groupVersionKind
    const name = `${kind}: ${group}/${version} → ${through.groupVersionKind.version} → ${version}`
    throw new RoundTripError({ way: name, example, seed, ...(this.#outcome(example, from, through) ?? outcome) })
  }

  #outcome(object: KubernetesObject, from: KindClass, through: KindClass): Outcome | undefined {
    const start = deepCopy(object)
    try {
      if (this.#options.defaults === true) this.#scheme.default(start)
      const there = this.#scheme.convertToVersion(start, through.groupVersionKind.groupVersion())
      const back = this.#scheme.convertToVersion(there, from.groupVersionKind.groupVersion())
      const lost = differences(from.descriptor, start, back).filter(
        ({ path }) => !this.#isAccepted(path, from, through),
      )
      return lost.length === 0 ? undefined : { differences: lost }
    } catch (cause) {
      return { differences: [], cause }
    }
  }

  #isAccepted(path: string, { groupVersionKind: from }: KindClass, { groupVersionKind: through }: KindClass): boolean {
    const found = this.#options.accepted?.find(
      (loss) =>
        loss.kind === from.kind &&
        loss.version === from.version &&
        loss.through === through.version &&
        isWithin(path, loss.path),
    )
    if (found !== undefined) this.#unused.delete(found)
    return found !== undefined
  }
}

/** Also of paths with indices where the accepted one has none. */
function isWithin(path: string, accepted: string): boolean {
  return [path, path.replaceAll(/\[[0-9]+\]/g, '')].some(
    (each) => each === accepted || each.startsWith(`${accepted}.`) || each.startsWith(`${accepted}[`),
  )
}
