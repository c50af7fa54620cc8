import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { KindRegistrar } from '../../runtime/scheme/kind-registrar.js'
import { enabledByDefault } from '../releases/feature-gate.js'
import { newestRelease } from '../releases/release.js'
import { itemsOf } from './items-of.js'

/** The part of a scheme that functions which register defaults use. `Scheme` implements it. */
export type DefaultsRegistrar = Pick<KindRegistrar, 'addTypeDefaultingFunc'>

/** Settings for the defaults of a server. */
export interface DefaultsOptions {
  /** Whether a feature gate is on; by default as in the newest release. */
  readonly featureEnabled?: ((gate: string) => boolean) | undefined
  /** The time at which taints are added that name none. Default: now. */
  readonly now?: () => Date
}

/** Whether a gate is on for defaults with these options. */
export function gatesOf({ featureEnabled = inNewestRelease }: DefaultsOptions): (gate: string) => boolean {
  return featureEnabled
}

/** Registers what fills an object of a kind, and its list by way of the items. */
export function withList<T extends KubernetesObject>(
  scheme: DefaultsRegistrar,
  type: KindClass<T>,
  fill: (object: T) => void,
): void {
  scheme.addTypeDefaultingFunc(type, fill)
  scheme.addTypeDefaultingFunc(type.listClass!, (list) => {
    for (const item of itemsOf((list as { items?: T[] }).items, () => new type())) fill(item)
  })
}

/** As {@link withList}, for one function over the common fields of versions of a kind, or of several kinds. */
export function withFields<T extends object>(
  scheme: DefaultsRegistrar,
  types: readonly KindClass[],
  fill: (object: T) => void,
): void {
  for (const type of types) withList(scheme, type, fill as unknown as (object: KubernetesObject) => void)
}

function inNewestRelease(gate: string): boolean {
  return enabledByDefault(gate, newestRelease)
}
