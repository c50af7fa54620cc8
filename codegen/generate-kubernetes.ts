import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeClients } from './back-ends/client/client.js'
import { writeTypeScript } from './back-ends/typescript/typescript.js'
import { type Diagnostics, GenerationError } from './diagnostics/diagnostic.js'
import { type ApiDocs, withApiDocs } from './docs/api-docs.js'
import { applyFixUps } from './fix-ups/fix-up.js'
import { kubernetesFixUps } from './fix-ups/kubernetes.js'
import { readGoTypes } from './front-ends/go-types/go-types.js'
import type { ApiModel } from './ir/model.js'
import type { OutputFile } from './output/output-file.js'
import { clientsetFiles, kubernetesClientLayout } from './profiles/client-layouts.js'
import { kubernetesEntries, kubernetesLayout } from './profiles/kubernetes-layout.js'
import { kubernetesPackages } from './profiles/kubernetes-modules.js'
import { addLifecycles } from './releases/lifecycles.js'
import { mergeReleases } from './releases/merge-releases.js'
import { releaseFacts } from './releases/release-facts.js'
import { moduleVersions, type ReleaseModel, releaseOfModules, withoutUnserved } from './releases/release-model.js'
import { readSnapshot, snapshotFileName, writeSnapshot } from './snapshots/snapshot.js'

/** Reads Kubernetes' API types from Go modules in a module cache and applies fix-ups. */
export async function readKubernetes(
  moduleCache: string,
  release: string,
  diagnostics: Diagnostics,
): Promise<ApiModel> {
  const packages = kubernetesPackages(moduleCache, release)
  const model = await readGoTypes({ source: `k8s.io v${release}`, packages }, diagnostics)
  addLifecycles(model, packages)
  applyFixUps(model, kubernetesFixUps, { strict: release === moduleVersions.at(-1), diagnostics })
  // Kubernetes' own types with hand-written JSON are known one by one: a new one must not pass unseen.
  if (diagnostics.hasErrors || diagnostics.items.some(({ code }) => code === 'go-json'))
    throw new GenerationError(diagnostics.items)
  return model
}

/** Where the types of releases are read. */
export interface ReleaseSources {
  /** A folder with Go modules; without it, snapshots are read. */
  readonly modules: string | undefined
  /** The folder of the snapshots. */
  readonly snapshots: string
  /** The version of the modules of one release; without it, all releases of the table are read. */
  readonly release?: string | undefined
}

/** Reads the types of releases, oldest first. */
export async function readReleases(sources: ReleaseSources, diagnostics: Diagnostics): Promise<ReleaseModel[]> {
  const { modules, snapshots, release } = sources
  const models: ReleaseModel[] = []
  for (const version of release === undefined ? moduleVersions : [release]) {
    const model =
      modules === undefined
        ? readSnapshots(snapshotFolder(snapshots, version))
        : await readKubernetes(modules, version, diagnostics)
    models.push({ release: releaseOfModules(version), model })
  }
  return models
}

/** The folder with the snapshots of the modules of one version. */
export function snapshotFolder(snapshots: string, version: string): string {
  return join(snapshots, `k8s-${version}`)
}

/** Reads a model that {@link snapshotFiles} wrote. */
export function readSnapshots(folder: string): ApiModel {
  if (!existsSync(folder)) throw new Error(`no snapshot in ${folder}`)
  const read = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readSnapshot(readFileSync(join(folder, name), 'utf8')))
  return { source: read[0]?.source ?? '', packages: read.map((each) => each.package) }
}

/** The model as files, one a package, from which the same output can be made without the sources. */
export function snapshotFiles(model: ApiModel): OutputFile[] {
  return sorted(model).packages.map((pkg) => ({
    path: snapshotFileName(pkg.path),
    text: writeSnapshot(model.source, pkg),
  }))
}

/**
 * Everything this library commits about the built-in types, relative to `src`, with our own sentences as comments: the types of the
 * newest release, what only earlier ones have, and how the releases differ.
 *
 * @param models - of the releases, oldest first; at least one.
 */
export function kubernetesFiles(models: readonly ReleaseModel[], docs: ApiDocs): OutputFile[] {
  const ordered = withApiDocs(sorted(mergeReleases(withoutUnserved(models))), docs)
  const facts = models.length > 1 ? releaseFacts(withoutUnserved(models)) : []
  return [...writeTypeScript(ordered, kubernetesLayout), ...kubernetesEntries(ordered), ...facts]
}

/** The clientset of the built-in groups, relative to the folder `clientset` of the client package. */
export function kubernetesClients(model: ApiModel): OutputFile[] {
  const ordered = sorted(model)
  const files = writeClients(ordered, kubernetesClientLayout)
  return [...files, ...clientsetFiles(ordered, files)]
}

function sorted(model: ApiModel): ApiModel {
  const packages = [...model.packages].sort((a, b) => (a.path < b.path ? -1 : 1))
  return { ...model, packages }
}
