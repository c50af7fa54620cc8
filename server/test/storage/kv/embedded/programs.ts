import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Whether the disk of a program can be watched here. */
export const canWatchDisk = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0
if (!canWatchDisk) console.warn('skipped without Linux and gcc: what a store writes to its disk, and when')

/** Programs of these tests, built to run by themselves. */
export class Programs {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async build(...names: string[]): Promise<Programs> {
    // Inside the checkout, so that they find lmdb.
    mkdirSync(join(root, '.cache'), { recursive: true })
    const folder = mkdtempSync(join(root, '.cache/embedded-'))
    await build({
      entryPoints: Object.fromEntries(names.map((name) => [name, here(`${name}.ts`)])),
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['lmdb'],
      alias: { '@apimachinery/server/storage/kv/embedded': join(root, 'server/src/storage/kv/embedded/index.ts') },
    })
    return new Programs(folder)
  }

  path(name: string): string {
    return join(this.#folder, `${name}.mjs`)
  }

  /** The library that watches the disk of a program in whose environment it is `LD_PRELOAD`. */
  diskWatcher(): string {
    const library = join(this.#folder, 'watch-disk.so')
    const built = spawnSync('gcc', [
      '-shared',
      '-fPIC',
      '-O1',
      '-o',
      library,
      here('watch-disk.c'),
      '-ldl',
      '-lpthread',
    ])
    if (built.status !== 0) throw new Error(`gcc: ${built.stderr}`)
    return library
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
