import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releases } from '../src/api/releases/release.js'
import { servedApisFile } from './back-ends/served-apis/served-apis-file.js'
import { readServedApis } from './front-ends/served-apis/read-served-apis.js'
import type { ServedApis } from './front-ends/served-apis/served-apis.js'
import type { ApiModel } from './ir/model.js'
import type { OutputFile } from './output/output-file.js'
import { servedApiSources } from './profiles/served-api-modules.js'
import type { ReleaseModel } from './releases/release-model.js'

/** The snapshot of a release `major.minor.patch`, in the folder of snapshots. */
const pathOf = (version: string): string => `kubernetes-${version}/served-apis.json`

/** Reads what the releases serve from a module cache: their snapshots, relative to the folder of snapshots. */
export function servedApiSnapshots(moduleCache: string, models: readonly ReleaseModel[]): OutputFile[] {
  return models.map(({ release: { version }, model }) => {
    const apis = readServedApis(servedApiSources(moduleCache, version), (folder) => groupOfFolder(model, folder))
    return { path: pathOf(version), text: `${JSON.stringify(apis, undefined, 2)}\n` }
  })
}

/** What all known releases serve, relative to `src`. `models` are those of the releases. */
export function servedApis(snapshots: string, models: readonly ReleaseModel[]): OutputFile {
  const served = releases.map(({ minor, version }) => {
    const apis = JSON.parse(readFileSync(join(snapshots, pathOf(version)), 'utf8')) as ServedApis
    const model = models.find(({ release }) => release.minor === minor)?.model
    return { minor, apis, isRemoved: (name: string, plural: string) => isRemoved(model, { name, plural, minor }) }
  })
  return servedApisFile(served)
}

function groupOfFolder({ packages }: ApiModel, folder: string): string | undefined {
  return packages.find(({ path }) => path.startsWith(`k8s.io/api/${folder}/`))?.group
}

interface Resource {
  /** `group/version`. */
  readonly name: string
  readonly plural: string
  readonly minor: number
}

function isRemoved(model: ApiModel | undefined, { name, plural, minor }: Resource): boolean {
  const found = model?.packages
    .filter(({ group, version }) => `${group}/${version}` === name)
    .flatMap(({ declarations }) => declarations)
    .find((each) => each.form === 'struct' && each.kind?.resource?.plural === plural)
  if (found?.form !== 'struct') return false
  const removed = found.kind?.lifecycle?.removed
  return removed !== undefined && removed <= minor
}
