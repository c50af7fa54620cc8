import { MachineryError } from 'apimachinery/errors'
import { parseDuration } from 'apimachinery/scalar'
import { factsOf } from '../cache/object-facts.js'

/** The object to reconcile. */
export interface ReconcileKey {
  /** Empty for objects of the whole cluster. */
  readonly namespace: string
  readonly name: string
  /** Name of the cluster in the manager; empty for the manager's own client. */
  readonly cluster: string
}

/** Text that is the same for the same key: `cluster|namespace/name`, without what is empty. */
export function keyText({ cluster, namespace, name }: ReconcileKey): string {
  const object = namespace === '' ? name : `${namespace}/${name}`
  return cluster === '' ? object : `${cluster}|${object}`
}

/** The key of an object. */
export function reconcileKey(object: object, cluster = ''): ReconcileKey {
  const { namespace = '', name = '' } = factsOf(object)
  return { namespace, name, cluster }
}

/** The result of a reconciler; nothing if it is done until the next event. */
export interface ReconcileResult {
  /** Look again after this time: milliseconds, or Go's notation (`10s`, `1h30m`). */
  readonly requeueAfter?: number | string | undefined
  /** Priority of that look. Default: that of this one. */
  readonly priority?: number | undefined
}

/** Milliseconds of a duration. @throws MachineryError `InvalidDuration` for what is none, and for negative ones */
export function millisecondsOf(duration: number | string): number {
  const milliseconds = typeof duration === 'number' ? duration : Number(parseDuration(duration)) / 1e6
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds
  throw new MachineryError('InvalidDuration', `${duration} is no time to wait`)
}
