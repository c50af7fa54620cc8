import { MarkerSet } from '../../markers/marker.js'
import type { GoPackage } from './go-package.js'

/** Prefix of a package's OpenAPI model names: its path with the host reversed, or what the package says. */
export function modelPrefix(pkg: GoPackage): string {
  const declared = new MarkerSet(pkg.files.flatMap((file) => file.packageMarkers)).value('k8s:openapi-model-package')
  if (declared !== undefined) return declared
  const [host = '', ...rest] = pkg.path.split('/')
  return [...host.split('.').reverse(), ...rest].join('.')
}

/** Package of a Go package's protobuf messages: its path with dots, dashes become underscores. */
export function protoPackage(path: string): string {
  return path.replaceAll('/', '.').replaceAll('-', '_')
}
