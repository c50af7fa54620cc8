import { type Release, releases } from '../../src/api/releases/release.js'
import type { Declaration, KindFacts } from '../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'

/** The types of a release. */
export interface ReleaseModel {
  readonly release: Release
  readonly model: ApiModel
}

/** The version of the published modules of a release: `0.MINOR.PATCH` of Kubernetes 1.MINOR.PATCH. */
export function moduleVersion({ version }: Pick<Release, 'version'>): string {
  return version.replace(/^1\./, '0.')
}

/** The release of a version of the modules, which need not be one of the table. */
export function releaseOfModules(version: string): Release {
  const [, minor = ''] = version.split('.')
  return { minor: Number(minor), name: `1.${minor}`, version: version.replace(/^0\./, '1.') }
}

/** The module versions of all releases, oldest first. */
export const moduleVersions: readonly string[] = /* @__PURE__ */ releases.map(moduleVersion)

/** Where the types of all releases come from. */
export function sourceOf(models: readonly ReleaseModel[]): string {
  return models.map(({ model }, index) => (index === 0 ? model.source : model.source.split(' ').at(-1)!)).join(', ')
}

/** A declaration, and the releases that have it, oldest first. */
export interface DeclarationHistory {
  readonly name: string
  readonly path: string
  readonly of: readonly DeclarationOfRelease[]
}

/** A declaration as one release has it. */
export interface DeclarationOfRelease {
  readonly minor: number
  readonly model: ApiModel
  readonly package: ApiPackage
  readonly declaration: Declaration
}

/** Every declaration of any release, in the order of the newest one that has it. */
export function declarationHistories(models: readonly ReleaseModel[]): DeclarationHistory[] {
  const found = new Map<string, { name: string; path: string; of: DeclarationOfRelease[] }>()
  for (const { release, model } of [...models].reverse()) {
    for (const pkg of model.packages) {
      for (const declaration of pkg.declarations) {
        const key = `${pkg.path}#${declaration.name}`
        const history = found.get(key) ?? { name: declaration.name, path: pkg.path, of: [] }
        history.of.unshift({ minor: release.minor, model, package: pkg, declaration })
        found.set(key, history)
      }
    }
  }
  return [...found.values()]
}

/** The models without versions of groups that the newest release does not have and that no earlier one serves. */
export function withoutUnserved(models: readonly ReleaseModel[]): ReleaseModel[] {
  const kept = new Set(models.at(-1)!.model.packages.map(({ path }) => path))
  return models.map(({ release, model }) => {
    const isServed = ({ declarations }: ApiPackage) =>
      declarations.some((each) => each.form === 'struct' && each.kind?.registered && !isRemoved(each.kind, release))
    return {
      release,
      model: { ...model, packages: model.packages.filter((pkg) => kept.has(pkg.path) || isServed(pkg)) },
    }
  })
}

function isRemoved({ lifecycle }: KindFacts, { minor }: Release): boolean {
  return lifecycle?.removed !== undefined && lifecycle.removed <= minor
}
