import { basename, dirname, relative, resolve, sep } from 'node:path'
import type { Diagnostics } from '../diagnostics/diagnostic.js'
import { allBuiltInPackages } from '../external/built-in-packages.js'
import { readCRDs } from '../front-ends/crd/crd.js'
import { readGoTypes } from '../front-ends/go-types/go-types.js'
import { readOpenAPI } from '../front-ends/openapi/openapi.js'
import { GoModules } from '../input/go-modules.js'
import { goPackageFolders } from '../input/go-package-folders.js'
import { InputError, readInputFiles } from '../input/input-files.js'
import type { Emission, ReadResult } from './emit.js'

/** The input of a source. */
export interface SourceRequest {
  readonly inputs: readonly string[]
  readonly cwd: string
  readonly diagnostics: Diagnostics
  progress(line: string): void
  /** Options of the command line for some sources only. */
  readonly values: {
    readonly group?: string | undefined
    readonly version?: string | undefined
    readonly all?: boolean | undefined
  }
}

interface Source {
  readonly summary: string
  /** The help text of `--input`. */
  readonly input: string
  /** Written without `--emit`. */
  readonly emits: readonly Emission[]
  /** More lines of help. */
  readonly more?: readonly string[]
  read(request: SourceRequest): Promise<ReadResult>
}

export type SourceName = 'crd' | 'openapi' | 'proto' | 'ts' | 'go'

/** The sources of `apimachinery generate`, each with what it needs to be read. */
export const sources: Readonly<Record<SourceName, Source>> = {
  crd: {
    summary: 'Generates types and classes from CustomResourceDefinitions, all versions.',
    input: 'YAML or JSON file, or folder',
    emits: ['types'],
    read: async (request) => ({
      model: await readCRDs(filesOf(request, ['.yaml', '.yml', '.json']), request.diagnostics),
    }),
  },
  openapi: {
    summary: 'Generates types and classes from the OpenAPI documents (v2 or v3) of a cluster.',
    input: 'JSON or YAML file, or folder',
    emits: ['types'],
    more: [
      '      --all             also generate the built-in types of Kubernetes, instead of using those of this package',
    ],
    read: async (request) => {
      const input = { ...filesOf(request, ['.json', '.yaml', '.yml']), all: request.values.all }
      return { model: await readOpenAPI(input, request.diagnostics) }
    },
  },
  proto: {
    summary: 'Generates types and classes from .proto files.',
    input: '.proto file, or folder',
    emits: ['types'],
    more: [
      '      --group NAME      API group of the messages that are kinds',
      '      --version NAME    their version (the last part of the protobuf package)',
    ],
    read: async (request) => {
      const { readProto } = await import('../front-ends/proto/read-proto.js')
      const { group, version } = request.values
      return { model: await readProto({ ...filesOf(request, ['.proto']), group, version }, request.diagnostics) }
    },
  },
  ts: {
    summary:
      'Generates everything from a TypeScript file with API types and the tags of code-generator and controller-tools.',
    input: 'types.ts, or folder with such files',
    emits: ['types', 'defaults', 'conversions', 'client', 'crd', 'openapi', 'proto'],
    read: async (request) => {
      const { readTaggedTypeScript } = await import('../front-ends/ts-tags/ts-tags.js')
      const { source, files } = filesOf(request, ['types.ts'])
      return await readTaggedTypeScript({ source, files, root: rootOf(request) }, request.diagnostics)
    },
  },
  go: {
    summary: 'Generates everything from Go packages with API types, read from source.',
    input: 'folder of a Go package, or above some',
    emits: ['types'],
    read: readGo,
  },
}

function filesOf({ inputs, cwd, progress }: SourceRequest, extensions: readonly string[]) {
  const files = readInputFiles(inputs, extensions, cwd)
  progress(`reading ${files.length} files`)
  return { source: files.length === 1 ? basename(files[0]?.file ?? '') : `${files.length} files`, files }
}

/** The folder that output folders are relative to: the deepest one above all inputs. */
function rootOf({ inputs, cwd }: SourceRequest): string {
  const folders = inputs.map((input) => resolve(cwd, /\.ts$/.test(input) ? dirname(input) : input).split(sep))
  const [first = [], ...rest] = folders
  let length = first.length
  for (const other of rest) {
    const differs = first.findIndex((part, index) => part !== other[index])
    if (differs >= 0) length = Math.min(length, differs)
    length = Math.min(length, other.length)
  }
  return relative(cwd, first.slice(0, length).join(sep) || sep).replaceAll('\\', '/')
}

async function readGo({ inputs, cwd, diagnostics, progress }: SourceRequest): Promise<ReadResult> {
  const packages = inputs.flatMap((input) => goPackageFolders(resolve(cwd, input)))
  if (packages.length === 0) throw new InputError(`no Go package with API types in ${inputs.join(', ')}`)
  progress(`reading ${packages.length} Go packages`)
  const source = packages.length === 1 ? (packages[0]?.path ?? '') : `${packages.length} Go packages`
  const modules = new GoModules(packages.map(({ directory }) => directory))
  const external = await allBuiltInPackages()
  const findFolder = (path: string) => modules.folderOf(path)
  return { model: await readGoTypes({ source, packages, external, findFolder }, diagnostics) }
}
