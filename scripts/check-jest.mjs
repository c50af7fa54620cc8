// Tests of Jest that use the packed packages, as CommonJS and as ES modules: npm run check:jest, after a build. Needs a package registry.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from './pack-all.mjs'
import { root } from './public-entries.mjs'

const folder = mkdtempSync(join(tmpdir(), 'check-jest-'))
const npm = (...args) => execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })

try {
  cpSync(join(root, 'test/package/jest'), folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const dependencies = packAll(folder)
  // The packages that the packed ones need are the packed ones, too.
  const overrides = Object.fromEntries(Object.keys(dependencies).map((name) => [name, `$${name}`]))
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies, overrides }))
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  npm('run', '--silent', 'test:common-js')
  npm('run', '--silent', 'test:modules')
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
