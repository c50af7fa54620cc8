// Packs the built packages and lets publint and attw (are the types wrong?) judge the tarballs.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, workspaces } from './public-entries.mjs'

const folder = mkdtempSync(join(tmpdir(), 'apimachinery-pack-'))
const tool = (name, ...args) =>
  spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' }).status === 0

/** Node 10 knows no `exports`, the packages need Node 20. The client's command is an ES module only. */
function check(name) {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: join(root, name),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(packed)
  console.log(`${filename}: ${entryCount} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`)
  const tarball = join(folder, filename)
  const judged = tool('publint', 'run', tarball, '--strict')
  const flags = ['--profile', 'node16', '--format', 'ascii', '--no-color', '--no-emoji', '--quiet']
  if (name === 'client') flags.push('--exclude-entrypoints', './cli')
  // Configuration, which no program imports.
  if (name === 'server') flags.push('--exclude-entrypoints', './jest-preset')
  const typed = tool('attw', tarball, ...flags)
  return judged && typed
}

try {
  const results = ['.', ...Object.keys(workspaces)].map(check)
  if (results.includes(false)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
