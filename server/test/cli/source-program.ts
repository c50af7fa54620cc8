import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The packages of this repository are taken from their sources. */
const fromSource: Plugin = {
  name: 'packages-from-source',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(apimachinery|@apimachinery\/(client|server))(\/|$)/ }, ({ path, pluginData }) => {
      if (pluginData === 'resolved') return undefined
      const [, owner, subpath = ''] = /^(?:@apimachinery\/)?(apimachinery|client|server)(?:\/(.*))?$/.exec(path) ?? []
      const sources = owner === 'apimachinery' ? 'src' : `${owner}/src`
      const target = subpath === 'runtime/gen-v1' ? `${subpath}.ts` : join(subpath, 'index.ts')
      return resolve(join(root, sources, target), {
        kind: 'import-statement',
        resolveDir: root,
        pluginData: 'resolved',
      })
    })
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      /^(apimachinery|@apimachinery\/)/.test(path) ? undefined : { path, external: true },
    )
  },
}

/** A file of the server's sources, built to run by itself in a process. */
export class SourceProgram {
  readonly path: string
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, 'program.mjs')
  }

  static async build(source: string): Promise<SourceProgram> {
    // Inside the checkout, so that packages are found.
    mkdirSync(join(root, '.cache'), { recursive: true })
    const program = new SourceProgram(mkdtempSync(join(root, '.cache/program-')))
    await build({
      entryPoints: { program: join(root, 'server/src', source) },
      outdir: program.#folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [fromSource],
    })
    return program
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
