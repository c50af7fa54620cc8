import { isSet } from '../../validation/go-values.js'
import type { AppArmorProfile } from '../v1/types.gen.js'

/** The profile that an annotation means. */
export function appArmorProfileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  const local = annotation.startsWith('localhost/') ? annotation.slice('localhost/'.length) : ''
  return local === '' ? undefined : { type: 'Localhost', localhostProfile: local }
}

/** Reports whether two profiles are the same one. */
export function isSameProfile(a: AppArmorProfile, b: AppArmorProfile | null | undefined): boolean {
  return isSet(b) && a.type === b.type && (a.localhostProfile ?? null) === (b.localhostProfile ?? null)
}
