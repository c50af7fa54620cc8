// Compiles a program that imports every entry of the packed packages, with the oldest TypeScript of the peer range and without
// `skipLibCheck`: npm run check:declarations, after a build. Needs a package registry.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from './pack-all.mjs'
import { publicEntries, root, workspaceEntries, workspaces } from './public-entries.mjs'

const oldest = /\d+\.\d+/.exec(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).peerDependencies.typescript,
)[0]
const folder = mkdtempSync(join(tmpdir(), 'check-declarations-'))
const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
/** Entries whose declarations name types of packages that a user installs beside them. */
const withOwnPeers = ['./codegen', './testing/jest', './testing/vitest']

function importsOf(name, entries) {
  const subpaths = Object.keys(entries).filter((subpath) => !withOwnPeers.includes(subpath))
  return subpaths.map((subpath) => `${name}${subpath.slice(1)}`)
}

try {
  const dependencies = packAll(folder)
  const overrides = Object.fromEntries(Object.keys(dependencies).map((name) => [name, `$${name}`]))
  const types = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies['@types/node']
  const devDependencies = { '@types/node': types, typescript: `~${oldest}.0` }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies, devDependencies, overrides }),
  )
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  run('npm', 'install', ...flags, 'ajv@8')
  const names = [
    ...importsOf('apimachinery', publicEntries()),
    ...Object.keys(workspaces).flatMap((each) => importsOf(`@apimachinery/${each}`, workspaceEntries(each))),
  ]
  const program = names.map((name, index) => `export * as entry${index} from '${name}'\n`).join('')
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
    ...{ strict: true, skipLibCheck: false, noEmit: true },
  }
  for (const extension of ['mts', 'cts']) {
    // Commands have no CommonJS.
    const commands = extension === 'cts' ? /.*client\/cli'\n/ : /$^/
    writeFileSync(join(folder, `program.${extension}`), program.replace(commands, ''))
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.*'] }))
  run('node', 'node_modules/typescript/bin/tsc', '-p', '.')
  console.log(`typescript@${oldest} accepts the declarations of ${names.length} entries`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
