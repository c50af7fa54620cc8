import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url))

const { publicEntries } = (await import(new URL('../../scripts/public-entries.mjs', import.meta.url).href)) as {
  publicEntries(): Record<string, string>
}

/** How an empty project reads its `.js` files. */
export type ProjectType = 'module' | 'commonjs'

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH/

/** Empty projects into which the packed tarball is installed; removed by {@link InstalledPackage.dispose}. */
export class InstalledPackage {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'apimachinery-install-'))
  /** Why the projects could not be made: without a registry there are no dependencies. */
  readonly skipReason: string | undefined

  constructor() {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', this.#folder], {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const tarball = join(this.#folder, (JSON.parse(packed) as { filename: string }[])[0]!.filename)
    this.skipReason = this.#install(tarball)
    for (const type of ['module', 'commonjs'] as const) this.#prepare(type)
  }

  /** Folder of the project of one type. */
  project(type: ProjectType): string {
    return join(this.#folder, type)
  }

  /** Runs `program` (a path inside the project) with Node and returns what it printed; throws when it fails. */
  run(type: ProjectType, program: string, ...args: readonly string[]): string {
    return this.#execute(type, [program, ...args])
  }

  /** Type-checks and compiles the TypeScript of the project with the compiler of this repository. */
  compile(type: ProjectType): string {
    return this.#execute(type, [join(projectRoot, 'node_modules/typescript/lib/tsc.js'), '-p', '.'])
  }

  /** Removes every folder that was made. */
  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #execute(type: ProjectType, args: readonly string[]): string {
    const child = spawnSync(process.execPath, args, { cwd: this.project(type), encoding: 'utf8' })
    if (child.status !== 0)
      throw new Error(`${args.join(' ')} failed in the ${type} project:\n${child.stdout}${child.stderr}`)
    return child.stdout
  }

  /** One installation serves both projects, which are in its folder and find it there. */
  #install(tarball: string): string | undefined {
    const folder = this.#folder
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
    const flags = ['--prefer-offline', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund']
    // Every entry is imported, and that for ajv needs the optional peer.
    const npm = spawnSync('npm', ['install', ...flags, tarball, 'ajv@8'], { cwd: folder, encoding: 'utf8' })
    if (npm.status === 0) return undefined
    if (unreachable.test(npm.stderr)) return `no package registry can be reached:\n${npm.stderr}`
    throw new Error(`npm install failed:\n${npm.stderr}`)
  }

  #prepare(type: ProjectType): void {
    const folder = this.project(type)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `empty-${type}`, private: true, type }))
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
      // Both formats have the same declarations: once is enough to check them.
      ...{ strict: true, skipLibCheck: type === 'commonjs', exactOptionalPropertyTypes: true },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    cpSync(join(projectRoot, 'test/package/consumer'), folder, { recursive: true })
    symlinkSync(join(this.#folder, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'entries.ts'), everyEntry())
  }
}

/** A module that imports every entry, also those of patterns, so that the compiler checks all declarations. */
function everyEntry(): string {
  return Object.keys(publicEntries())
    .map((entry) => `import type {} from 'apimachinery${entry.slice(1)}'\n`)
    .join('')
}
