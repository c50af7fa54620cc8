import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GoPackageSource } from '../front-ends/go-types/go-package.js'

/** A Go module and which of its packages hold API types. */
interface ModulePackages {
  readonly module: string
  /** Package folders; `undefined`: every folder two levels down that registers types. */
  readonly packages?: readonly string[]
  /** Without it the run goes on: the module does not have every release in every cache. */
  readonly optional?: boolean
}

const modules: readonly ModulePackages[] = [
  { module: 'k8s.io/apimachinery', packages: ['pkg/apis/meta/v1', 'pkg/apis/meta/v1beta1'] },
  { module: 'k8s.io/api' },
  {
    module: 'k8s.io/apiextensions-apiserver',
    packages: ['pkg/apis/apiextensions/v1', 'pkg/apis/apiextensions/v1beta1'],
    optional: true,
  },
  {
    module: 'k8s.io/kube-aggregator',
    packages: ['pkg/apis/apiregistration/v1', 'pkg/apis/apiregistration/v1beta1'],
    optional: true,
  },
]

/**
 * Finds the packages with Kubernetes' API types in a module cache (`go env GOMODCACHE`) or in any folder laid out alike.
 *
 * @throws Error when a required module is missing.
 */
export function kubernetesPackages(moduleCache: string, release: string): GoPackageSource[] {
  return modules.flatMap(({ module, packages, optional = false }) => {
    const root = join(moduleCache, `${module}@v${release}`)
    if (!existsSync(root)) {
      if (optional) return []
      throw new Error(`module ${module}@v${release} is not in ${moduleCache}`)
    }
    return (packages ?? registeringFolders(root))
      .filter((folder) => existsSync(join(root, folder)))
      .map((folder) => ({ path: `${module}/${folder}`, directory: join(root, folder) }))
  })
}

function registeringFolders(root: string): string[] {
  return folders(root).flatMap((group) =>
    folders(join(root, group))
      .map((version) => `${group}/${version}`)
      .filter((folder) => existsSync(join(root, folder, 'register.go'))),
  )
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}
