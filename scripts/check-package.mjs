// Packs the built packages and lets publint and attw (are the types wrong?) judge the tarballs.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, workspaces } from './public-entries.mjs'

const folder = mkdtempSync(join(tmpdir(), 'apimachinery-pack-'))
const tool = (name, ...args) =>
  spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' }).status === 0

/** `profile`: Node 10 knows no `exports`, the packages need Node 20; the workspaces are ES modules only. */
function check(name, profile) {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: join(root, name),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(packed)
  console.log(`${filename}: ${entryCount} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`)
  const tarball = join(folder, filename)
  const judged = tool('publint', 'run', tarball, '--strict')
  const typed = tool('attw', tarball, '--profile', profile, '--format', 'ascii', '--no-color', '--no-emoji', '--quiet')
  return judged && typed
}

try {
  const results = [check('.', 'node16'), ...Object.keys(workspaces).map((name) => check(name, 'esm-only'))]
  if (results.includes(false)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
