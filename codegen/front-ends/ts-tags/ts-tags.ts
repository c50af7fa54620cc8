import { posix } from 'node:path'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { builtInPackages, builtInPath } from '../../external/built-in-packages.js'
import { sourceDigest } from '../../input/source-digest.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { typeMeta } from '../../ir/type-ref.js'
import { MarkerSet } from '../../markers/marker.js'
import { loadTypeScript, type TypeScript } from './load-typescript.js'
import { PackageReader } from './package-reader.js'
import { TSFile } from './ts-file.js'

/** Input of the front end. */
export interface TSTagsInput {
  /** Name of the source in file headers. */
  readonly source: string
  readonly files: readonly SourceText[]
  /** Folder that output folders are relative to, in the notation of the files' names. */
  readonly root: string
}

/** A model, and the folder of each package below the root of the input. */
export interface TSTagsResult {
  readonly model: ApiModel
  /** The folder of a package; `undefined` for packages in other places. */
  folderOf(pkg: ApiPackage): string | undefined
}

/**
 * Reads TypeScript files with API types and the tags of code-generator and controller-tools; the files of a folder are one
 * version of one group.
 *
 * @throws Error when the package "typescript" is not installed.
 */
export async function readTaggedTypeScript(input: TSTagsInput, diagnostics: Diagnostics): Promise<TSTagsResult> {
  const ts = await loadTypeScript()
  const parsed = new Map<string, TSFile[]>()
  for (const source of input.files) {
    const folder = posix.dirname(source.file)
    parsed.set(folder, [...(parsed.get(folder) ?? []), new TSFile(ts, source, diagnostics)])
  }
  const external = await externalPackages(parsed)
  const readers = packageReaders(parsed, { ts, diagnostics, external })
  const folders = new Map<string, string>()
  for (const [folder, reader] of readers) {
    reader.read()
    folders.set(reader.package.path, posix.relative(input.root, folder))
  }
  const packages = [...readers.values()].map((reader) => reader.package)
  return {
    model: { source: input.source, packages: [...packages, ...external] },
    folderOf: ({ path }) => folders.get(path),
  }
}

/** Built-in packages that the files import from, and `meta/v1`, which every kind needs. */
async function externalPackages(parsed: ReadonlyMap<string, readonly TSFile[]>): Promise<ApiPackage[]> {
  const paths = new Set([typeMeta.package])
  for (const files of parsed.values()) {
    for (const { specifier } of files.flatMap((file) => [...file.imports.values()])) {
      const path = builtInPath(specifier)
      if (path !== undefined) paths.add(path)
    }
  }
  return await builtInPackages(paths)
}

function packageReaders(
  parsed: ReadonlyMap<string, readonly TSFile[]>,
  run: { ts: typeof TypeScript; diagnostics: Diagnostics; external: readonly ApiPackage[] },
): Map<string, PackageReader> {
  const { ts, diagnostics, external } = run
  const facts = new Map([...parsed].map(([folder, files]) => [folder, packageFacts(folder, files, diagnostics)]))
  const context = {
    ts,
    diagnostics,
    packageIn: (folder: string) => facts.get(folder)?.path,
    external: (ref: { package: string; name: string }) =>
      external.some(
        ({ path, declarations }) => path === ref.package && declarations.some(({ name }) => name === ref.name),
      ),
  }
  const readers = new Map<string, PackageReader>()
  for (const [folder, files] of parsed) {
    const found = facts.get(folder)
    if (found === undefined) continue
    const pkg = apiPackage(found, files, [...facts.values()])
    readers.set(folder, new PackageReader(pkg, { folder, files, numbersFields: found.hasProtobuf }, context))
  }
  return readers
}

interface PackageFacts {
  readonly folder: string
  readonly path: string
  readonly group: string
  readonly version: string
  readonly hasProtobuf: boolean
  readonly peers: readonly string[]
}

function packageFacts(folder: string, files: readonly TSFile[], diagnostics: Diagnostics): PackageFacts {
  const markers = new MarkerSet(files.flatMap((file) => [...file.packageComments().markers.all]))
  const group = markers.value('groupName')
  if (group === undefined) {
    const [first] = files
    const span = first === undefined ? undefined : { source: first.source, start: 0, end: 1 }
    diagnostics.error('ts-group', 'no group: write "// +groupName=example.com" at the top of the file', span)
  }
  const version = markers.value('versionName') ?? posix.basename(folder)
  return {
    folder,
    path: `${group ?? ''}/${version}`,
    group: group ?? '',
    version,
    hasProtobuf: markers.has('k8s:protobuf-gen'),
    peers: markers.values('k8s:conversion-gen').filter((peer) => peer !== 'false'),
  }
}

function apiPackage(facts: PackageFacts, files: readonly TSFile[], all: readonly PackageFacts[]): ApiPackage {
  const { group, version, path, folder, hasProtobuf, peers } = facts
  const modelPrefix = [...group.split('.').reverse(), version].filter((part) => part !== '').join('.')
  // A peer is named by its folder, as Go names packages; by group and version otherwise.
  const peerPath = (peer: string) => all.find((each) => each.folder === posix.join(folder, peer))?.path ?? peer
  return {
    path,
    group,
    version,
    modelPrefix,
    ...(hasProtobuf ? { protoPackage: modelPrefix.replaceAll('-', '_') } : {}),
    digest: sourceDigest(files.map((file) => file.source.text)),
    declarations: [],
    constants: [],
    registered: [],
    registersMeta: true,
    ...(peers.length > 0 ? { conversionPeers: peers.map(peerPath) } : {}),
  }
}
