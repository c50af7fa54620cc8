import { itemsOf } from '../../defaults/items-of.js'
import { defaultImagePullPolicy } from '../container/image-pull-policy.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import type {
  DownwardAPIVolumeFile,
  PersistentVolumeClaimSpec,
  ProjectedVolumeSource,
  Volume,
} from '../v1/types.gen.js'

const readableByAll = 0o644
const hour = 3600

/** Fills a volume: `emptyDir` when no source is set, file modes, field references, claims. */
export function defaultVolume(volume: Volume): void {
  if (!hasSource(volume)) volume.emptyDir = {}
  if (volume.hostPath) volume.hostPath.type ??= ''
  if (volume.secret) volume.secret.defaultMode ??= readableByAll
  if (volume.configMap) volume.configMap.defaultMode ??= readableByAll
  if (volume.downwardAPI) {
    volume.downwardAPI.defaultMode ??= readableByAll
    defaultFiles(volume.downwardAPI.items)
  }
  if (volume.projected) defaultProjected(volume.projected)
  if (volume.image) volume.image.pullPolicy ||= defaultImagePullPolicy(volume.image.reference ?? '')
  const claim = volume.ephemeral?.volumeClaimTemplate
  if (claim) {
    claim.spec ??= {}
    defaultClaimSpec(claim.spec)
  }
}

function hasSource(volume: Volume): boolean {
  for (const name of Object.keys(volume) as (keyof Volume)[]) {
    if (name !== 'name' && volume[name] !== undefined && volume[name] !== null) return true
  }
  return false
}

function defaultProjected(projected: ProjectedVolumeSource): void {
  projected.defaultMode ??= readableByAll
  for (const source of itemsOf(projected.sources)) {
    defaultFiles(source.downwardAPI?.items)
    if (source.serviceAccountToken) source.serviceAccountToken.expirationSeconds ??= hour
  }
}

function defaultFiles(files: DownwardAPIVolumeFile[] | undefined): void {
  for (const { fieldRef } of itemsOf(files)) if (fieldRef) fieldRef.apiVersion ||= 'v1'
}

/** Fills the specification of a claim. */
export function defaultClaimSpec(spec: PersistentVolumeClaimSpec | undefined): void {
  if (!spec) return
  spec.volumeMode ??= 'Filesystem'
  roundResourceList(spec.resources?.limits)
  roundResourceList(spec.resources?.requests)
}
