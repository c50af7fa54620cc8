/**
 * Writes the results of Kubernetes' own code: our drivers in a copy of the module k8s.io/apiserver, run as its tests.
 *
 * node server/test/interop/vectors/write-vectors.mjs; needs Go and its module cache (`go mod download k8s.io/apiserver@v0.36.3`).
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const release = 'v0.36.3'
const here = import.meta.dirname
const work = mkdtempSync(join(tmpdir(), 'vectors-'))
try {
  const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
  const module = join(work, 'apiserver')
  cpSync(join(cache, 'k8s.io', `apiserver@${release}`), module, { recursive: true })
  makeWritable(module)
  const drivers = join(here, 'drivers')
  cpSync(drivers, module, { recursive: true })
  const answers = mkdtempSync(join(work, 'answers-'))
  const packages = readdirSync(drivers, { recursive: true })
    .filter((path) => path.endsWith('_test.go'))
    .map((path) => `./${path.slice(0, path.lastIndexOf('/'))}`)
  execFileSync('go', ['test', '-count=1', '-run=TestVectors', ...packages], {
    cwd: module,
    env: { ...process.env, VECTORS: answers },
    stdio: 'inherit',
  })
  for (const name of readdirSync(answers)) {
    writeFileSync(join(here, `${name}.gz`), gzipSync(readFileSync(join(answers, name)), { level: 9 }))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Files of the module cache are read-only. */
function makeWritable(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}
