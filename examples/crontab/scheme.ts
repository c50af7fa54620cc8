import type { Scheme } from 'apimachinery/runtime'
import { addConversions } from './conversion.js'
import { addDefaults } from './defaults.js'
import * as v1 from './v1.js'
import * as v1beta1 from './v1beta1.js'

/** Adds both versions of CronTab with their defaults and conversions: what `apimachinery --scheme` calls. */
export function addToScheme(scheme: Scheme): void {
  scheme.addKnownTypes(v1beta1.groupVersion, v1beta1.CronTab)
  scheme.addKnownTypes(v1.groupVersion, v1.CronTab)
  scheme.setVersionPriority(v1.groupVersion, v1beta1.groupVersion)
  addDefaults(scheme)
  addConversions(scheme)
}
