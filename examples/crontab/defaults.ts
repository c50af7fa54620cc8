import type { Scheme } from 'apimachinery/runtime'
import * as v1 from './v1.js'
import * as v1beta1 from './v1beta1.js'

/** Registers what a server fills in where the author of a manifest said nothing. */
export function addDefaults(scheme: Scheme): void {
  scheme.addTypeDefaultingFunc(v1beta1.CronTab, ({ spec }) => {
    spec.replicas ??= 1
  })
  scheme.addTypeDefaultingFunc(v1.CronTab, ({ spec }) => {
    spec.replicas ??= 1
    spec.timeZone ??= 'Etc/UTC'
  })
}
