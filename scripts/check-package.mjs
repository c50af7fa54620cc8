// Packs the built package and lets publint and attw (are the types wrong?) judge the tarball.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './public-entries.mjs'

const folder = mkdtempSync(join(tmpdir(), 'apimachinery-pack-'))
const tool = (name, ...args) =>
  spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' }).status === 0

try {
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [{ filename, unpackedSize, entryCount }] = JSON.parse(packed)
  console.log(`${filename}: ${entryCount} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`)
  const tarball = join(folder, filename)
  // Node 10 knows no `exports`; the package needs Node 20.
  const results = [
    tool('publint', 'run', tarball, '--strict'),
    tool('attw', tarball, '--profile', 'node16', '--format', 'ascii', '--no-color', '--no-emoji', '--quiet'),
  ]
  if (results.includes(false)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
