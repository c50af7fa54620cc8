// Tests of Jest, as CommonJS and as ES modules, and of Playwright that use the packed packages: npm run check:jest, after a build. Needs a package
// registry. Playwright needs no browser for these tests.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from './pack-all.mjs'
import { root } from './public-entries.mjs'

const folder = mkdtempSync(join(tmpdir(), 'check-jest-'))

/** Runs scripts of a project in `test/package` with the packed packages. */
function runScripts(name, scripts, dependencies) {
  const project = join(folder, name)
  const npm = (...args) => execFileSync('npm', args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
  cpSync(join(root, 'test/package', name), project, { recursive: true })
  const file = join(project, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  // The packages that the packed ones need are the packed ones, too.
  const overrides = Object.fromEntries(Object.keys(dependencies).map((each) => [each, `$${each}`]))
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies, overrides }))
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', '--silent')
  for (const script of scripts) npm('run', '--silent', script)
}

try {
  const tarballs = join(folder, 'tarballs')
  mkdirSync(tarballs)
  const dependencies = packAll(tarballs)
  runScripts('jest', ['test:common-js', 'test:modules'], dependencies)
  runScripts('playwright', ['test'], dependencies)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
