import { MachineryError } from '../errors/machinery-error.js'
import type { FixtureFiles } from './fixtures.js'

/**
 * Fixtures in a folder on a disk, one folder a release inside of it. For Node, Deno and Bun.
 *
 * @param path - the folder, for example `testdata`.
 * @throws MachineryError `NoFiles` where the platform has no files.
 */
export function folderFixtures(path: string): FixtureFiles {
  const files = platformFiles()
  const entries = async (folder: string): Promise<Entry[]> => {
    const found = (await files.readdir(folder, { withFileTypes: true }).catch(missing)) ?? []
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  return {
    releases: async () => (await entries(path)).filter((entry) => entry.isDirectory()).map(({ name }) => name),
    names: async (release) => (await entries(`${path}/${release}`)).map(({ name }) => name),
    read: async (release, name) => await files.readFile(`${path}/${release}/${name}`).catch(missing),
    async write(release, name, content) {
      await files.mkdir(`${path}/${release}`, { recursive: true })
      await files.writeFile(`${path}/${release}/${name}`, content)
    },
  }
}

interface Entry {
  readonly name: string
  isDirectory(): boolean
}

/** The part of Node's `fs/promises` that is used. */
interface Files {
  readdir(path: string, options: { readonly withFileTypes: true }): Promise<Entry[]>
  readFile(path: string): Promise<Uint8Array>
  mkdir(path: string, options: { readonly recursive: true }): Promise<unknown>
  writeFile(path: string, content: Uint8Array): Promise<void>
}

interface Platform {
  readonly process?: { getBuiltinModule?(name: string): { readonly promises: Files } | undefined }
}

/** Loaded on use, not imported: the rest of the package runs on platforms without files. */
function platformFiles(): Files {
  const files = (globalThis as Platform).process?.getBuiltinModule?.('node:fs')?.promises
  if (files === undefined)
    throw new MachineryError('NoFiles', 'this platform has no files; bring your own FixtureFiles')
  return files
}

function missing(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error
}
