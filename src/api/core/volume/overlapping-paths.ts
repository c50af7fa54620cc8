import { quote } from '../../../internal/quote.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type { Volume, VolumeProjection } from '../v1/types.gen.js'

/** A path in a volume and where its file comes from. */
interface Placed {
  readonly path: string
  readonly source: string
}

/** Warnings about files in one volume of which one hides the other. */
export function warningsForOverlappingPaths(volumes: readonly Volume[]): readonly string[] {
  return volumes.flatMap((given) => {
    const name = given.name ?? ''
    const { configMap, secret, downwardAPI, projected } = given
    const warn = (kind: string, found: readonly string[]): readonly string[] =>
      found.map((overlap) => `volume ${quote(name)} (${kind}): overlapping paths: ${overlap}`)
    return [
      ...warn(`ConfigMap ${quote(configMap?.name ?? '')}`, overlaps(pathsOf(configMap?.items, ''))),
      ...warn(`Secret ${quote(secret?.secretName ?? '')}`, overlaps(pathsOf(secret?.items, ''))),
      ...warn('DownwardAPI', overlaps(pathsOf(downwardAPI?.items, ''))),
      ...(isSet(projected) ? projectedWarnings(structsOf(projected.sources), name, warn) : []),
    ]
  })
}

function pathsOf(items: readonly { readonly path: string }[] | null | undefined, source: string): readonly Placed[] {
  return structsOf(items).map(({ path }) => ({ path: path ?? '', source }))
}

function projectedWarnings(
  sources: readonly VolumeProjection[],
  name: string,
  warn: (kind: string, found: readonly string[]) => readonly string[],
): readonly string[] {
  const paths = new Paths()
  return sources.flatMap((source) => {
    if (!Object.values(source).some(isSet)) return [`volume ${quote(name)} (Projected) has no sources provided`]
    return sourcePaths(source).flatMap((placed) => warn('Projected', paths.add(placed)))
  })
}

function sourcePaths(source: VolumeProjection): readonly Placed[] {
  const { configMap, secret, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source
  if (isSet(configMap?.items)) return pathsOf(configMap.items, `ConfigMap ${quote(configMap.name ?? '')}`)
  if (isSet(secret?.items)) return pathsOf(secret.items, `Secret ${quote(secret.name ?? '')}`)
  if (isSet(downwardAPI?.items)) return pathsOf(downwardAPI.items, 'DownwardAPI')
  if (isSet(serviceAccountToken)) return pathsOf([serviceAccountToken], 'ServiceAccountToken')
  if (isSet(clusterTrustBundle)) {
    const name = clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? ''
    return pathsOf([clusterTrustBundle], `ClusterTrustBundle ${quote(name)}`)
  }
  const certificateChainPath = podCertificate?.certificateChainPath ?? ''
  const keyPath = podCertificate?.keyPath ?? ''
  const credentialBundlePath = podCertificate?.credentialBundlePath ?? ''
  return [
    { path: certificateChainPath, source: 'PodCertificate chain' },
    { path: keyPath, source: 'PodCertificate key' },
    { path: credentialBundlePath, source: 'PodCertificate credential bundle' },
  ].filter(({ path }) => path !== '')
}

function overlaps(list: readonly Placed[]): readonly string[] {
  const paths = new Paths()
  return list.flatMap((placed) => paths.add(placed))
}

/** The paths of one volume. */
class Paths {
  readonly #list: Placed[] = []
  readonly #paths = new Set<string>()
  /** Folders that the paths are in. */
  readonly #folders = new Set<string>()

  /** Adds a path; returns the existing ones that it overlaps. */
  add(given: Placed): readonly string[] {
    const placed = { ...given, path: given.path.replace(/(?<!\/)\/+$/, '') }
    const found = this.#overlapping(placed)
    this.#list.push(placed)
    this.#paths.add(placed.path)
    for (const folder of foldersOf(placed.path)) this.#folders.add(folder)
    return found.map((other) => `${placedPathText(placed)} with ${placedPathText(other)}`)
  }

  /** The list is searched only when there is something to find. */
  #overlapping({ path }: Placed): readonly Placed[] {
    if (path === '') return []
    const isNew = !this.#paths.has(path) && !this.#folders.has(path)
    if (isNew && !foldersOf(path).some((folder) => this.#paths.has(folder))) return []
    return this.#list.filter(
      (other) =>
        other.path !== '' && (`${other.path}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other.path}/`)),
    )
  }
}

function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) folders.push(path.slice(0, end))
  return folders
}

function placedPathText({ path, source }: Placed): string {
  return source === '' ? quote(path) : `${quote(path)} (${source})`
}
