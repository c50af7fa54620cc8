import { timeFromDate } from '../../../scalar/time.js'
import type { DefaultsOptions } from '../../defaults/defaults-registrar.js'

/** A taint, as far as defaults fill it. */
export interface Taint {
  timeAdded?: string | null | undefined
}

/** The time at which taints are added that name none. */
export function clockOf({ now = () => new Date() }: DefaultsOptions): () => Date {
  return now
}

/** Fills when a taint was added. */
export function defaultTaint(taint: Taint, now: () => Date): void {
  taint.timeAdded ??= timeFromDate(now())
}
