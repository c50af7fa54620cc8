import { writeClients } from '../back-ends/client/client.js'
import { writeConversions } from '../back-ends/conversion/conversions.js'
import { writeCRDs } from '../back-ends/crd/custom-resource-definitions.js'
import { writeDefaults } from '../back-ends/defaults/defaults.js'
import { writeOpenAPI } from '../back-ends/openapi/openapi-document.js'
import { writeProto } from '../back-ends/proto/proto-files.js'
import { checkKindFields } from '../back-ends/typescript/check-kind-fields.js'
import type { TypeScriptLayout } from '../back-ends/typescript/layout.js'
import { writeTypeScript } from '../back-ends/typescript/typescript.js'
import type { Diagnostics } from '../diagnostics/diagnostic.js'
import { checkCycles } from '../ir/check-cycles.js'
import type { ApiModel, ApiPackage } from '../ir/model.js'
import type { OutputFile } from '../output/output-file.js'
import { userClientLayout } from '../profiles/client-layouts.js'
import { shortFolders } from '../profiles/short-folders.js'
import { userEntries, userLayout } from '../profiles/user-layout.js'
import type { ManifestAdditions } from '../schema/manifest-additions.js'
import { withoutDocs } from '../schema/without-docs.js'

/** The possible outputs, with a line of help for each. */
export const emissions = {
  types: 'types, classes, constants, descriptors and registration',
  defaults: 'functions that fill in defaults, with hooks',
  conversions: 'conversions between versions, hooks, a report of losses',
  client: 'clients over @apimachinery/client',
  crd: 'CustomResourceDefinition manifests, in crds/',
  openapi: 'OpenAPI v3 definitions, in openapi.json',
  proto: '.proto files',
} as const

/** One of the things that {@link emit} writes. */
export type Emission = keyof typeof emissions

/** The result of reading a source. */
export interface ReadResult {
  readonly model: ApiModel
  /** Folder of a package below the output folder. Default: its first label and version, as long as no other package has them. */
  folderOf?(pkg: ApiPackage): string | undefined
}

/** How {@link emit} writes. */
export interface EmitOptions {
  /** Where comments go: nowhere, above types and fields of generated code, or into descriptors as well. */
  readonly docs: 'none' | 'comments' | 'all'
  /**
   * Types with fixed values are closed; by default they accept any text, because a later release may have more values.
   */
  readonly closedEnums?: boolean
  /** CRDs and OpenAPI have descriptions. */
  readonly descriptions: boolean
  /** What CRDs get besides. */
  readonly additions?: ManifestAdditions | undefined
  readonly diagnostics: Diagnostics
  /** Reports progress. */
  progress(line: string): void
}

type Emitter = (model: ApiModel, layout: TypeScriptLayout, options: EmitOptions) => OutputFile[]

const emitters: Readonly<Record<Emission, Emitter>> = {
  types: (model, layout, { docs }) => writeTypeScript(docs === 'all' ? model : withoutDocs(model), layout),
  defaults: (model, layout) => writeDefaults(model, layout),
  conversions: (model, layout, { diagnostics }) => writeConversions(model, layout, diagnostics),
  client: (model, layout) => writeClients(model, userClientLayout(layout)),
  crd: (model, _, { descriptions, diagnostics, additions }) =>
    writeCRDs(model, { docs: descriptions, diagnostics, additions }).map(({ path, text }) => ({
      path: `crds/${path}`,
      text,
    })),
  openapi: (model, _, { descriptions }) => [writeOpenAPI(model, { docs: descriptions })],
  proto: (model, layout, { docs, diagnostics }) => writeProto(model, layout, { docs: docs !== 'none', diagnostics }),
}

/** Writes what is wanted in memory, nothing after an error; `owned` are the folders whose generated files all come from this run. */
export function emit(
  { model, folderOf }: ReadResult,
  wanted: readonly Emission[],
  options: EmitOptions,
): { files: OutputFile[]; owned: string[] } {
  if (!options.diagnostics.hasErrors) checkCycles(model, options.diagnostics)
  if (options.diagnostics.hasErrors) return { files: [], owned: [] }
  if (wanted.includes('types')) checkKindFields(model, options.diagnostics)
  const layout = userLayout({
    docs: options.docs !== 'none',
    descriptions: options.docs === 'all',
    closedEnums: options.closedEnums === true,
    folderOf: folderOf ?? shortFolders(model),
  })
  const files = wanted.flatMap((name) => {
    options.progress(`writing ${name}`)
    return emitters[name](model, layout, options)
  })
  const outside = files.find(({ path }) => path.split('/').includes('..'))
  if (outside !== undefined) throw new Error(`${outside.path} would stand outside of the output folder`)
  if (wanted.includes('types')) files.push(...userEntries(model, layout, files))
  const owned = model.packages.flatMap((pkg) => (pkg.external === undefined ? (layout.folderOf(pkg) ?? []) : []))
  return { files, owned: wanted.includes('types') ? owned.filter((folder) => folder !== '') : [] }
}
