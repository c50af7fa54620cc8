import { isSet, structsOf } from '../../validation/go-values.js'
import type { PodSpec, Volume } from '../v1/types.gen.js'

interface Users {
  user?: number | null | undefined
  defaultUser?: number | null | undefined
}

/** The parts of volumes that name the owner of files. */
function ownersOf(volume: Volume): readonly Users[] {
  const { secret, configMap, downwardAPI, projected } = volume
  const ofItems = ({ items }: { items?: readonly Users[] | undefined }) => structsOf(items)
  const source = secret ?? configMap ?? downwardAPI
  if (isSet(source)) return [source, ...ofItems(source)]
  if (!isSet(projected)) return []
  const sources = structsOf(projected.sources).flatMap((each) => {
    const files = each.secret ?? each.downwardAPI ?? each.configMap
    if (isSet(files)) return ofItems(files)
    const single = each.serviceAccountToken ?? each.clusterTrustBundle ?? each.podCertificate
    return isSet(single) ? [single] : []
  })
  return [projected, ...sources]
}

/** Whether a pod names the owners of files in its volumes. */
export function usesVolumeUsers(spec: PodSpec): boolean {
  return structsOf(spec.volumes)
    .flatMap(ownersOf)
    .some(({ user, defaultUser }) => isSet(user) || isSet(defaultUser))
}

/** Takes the owners of files from the volumes of a pod. */
export function dropVolumeUsers(spec: PodSpec): void {
  for (const owner of structsOf(spec.volumes).flatMap(ownersOf)) {
    delete owner.user
    delete owner.defaultUser
  }
}
