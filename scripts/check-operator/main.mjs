// Makes an operator with `apimachinery init operator` of the packed packages, and does with it what its README, its CI file and its
// Dockerfile say: npm run check:operator, after a build. Needs a package registry.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../public-entries.mjs'
import { buildImage } from './build-image.mjs'

const packages = { apimachinery: '.', '@apimachinery/client': 'client', '@apimachinery/server': 'server' }
const folder = mkdtempSync(join(tmpdir(), 'check-operator-'))
const project = join(folder, 'fleet-operator')

function run(command, cwd) {
  const started = performance.now()
  try {
    execFileSync('bash', ['-ec', command], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    throw new Error(`${command}: failed\n${error.stdout}${error.stderr}`)
  }
  console.log(`  ${command} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

function pack(path) {
  const flags = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const packed = execFileSync('npm', flags, {
    cwd: join(root, path),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return `file:${join(folder, JSON.parse(packed)[0].filename)}`
}

/** The packages are those of this checkout, wherever they are asked for. */
function usePacked(tarballs) {
  const file = join(project, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const group of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(manifest[group])) manifest[group][name] = tarballs[name] ?? manifest[group][name]
  }
  manifest.overrides = Object.fromEntries(Object.keys(tarballs).map((name) => [name, `$${name}`]))
  writeFileSync(file, JSON.stringify(manifest))
}

function check(holds, what) {
  if (!holds) throw new Error(`${what}: no`)
  console.log(`  ${what}`)
}

const below = (path) => readdirSync(join(project, path)).map((name) => join(path, name))
const text = (path) => readFileSync(join(project, path), 'utf8')

try {
  const tarballs = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, pack(path)]))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  console.log('init, from the packed command')
  run(`npm init -y && npm install --prefer-offline --no-audit --no-fund ${tarballs.apimachinery}`, tools)
  run(`${tools}/node_modules/.bin/apimachinery init operator fleet-operator --group fleet.example.com`, folder)
  usePacked(tarballs)

  console.log('its CI file')
  const { jobs } = parse(text('.github/workflows/ci.yml'))
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  for (const { run: command } of steps) {
    if (command !== undefined)
      run(command.replace('npm install', 'npm install --prefer-offline --no-audit --no-fund'), project)
  }
  check(
    steps.some((step) => step.run === 'npm test'),
    'CI runs npm test',
  )

  console.log('its manifests')
  const rbac = text('deploy/rbac.yaml')
  run('npm run rbac', project)
  check(rbac === text('deploy/rbac.yaml'), 'npm run rbac writes what is there')
  const manifests = [...below('deploy'), ...below('generated/crds')].map((file) => `-f ${file}`).join(' ')
  run(`node_modules/.bin/apimachinery validate ${manifests}`, project)

  console.log('its Dockerfile')
  const image = buildImage(project, join(folder, 'image'), run)
  check(!readdirSync(join(image, 'node_modules')).includes('vitest'), 'nothing of development is in the image')
  run(`node --input-type=module -e "await import('./dist/src/operator.js')"`, image)
  // Without a cluster the program reports that itself; missing modules would be another error.
  run("KUBECONFIG=/nowhere node dist/src/main.js 2>&1 | grep -q 'ConfigError\\|ENOENT\\|kubeconfig'", image)
  console.log('the operator that init makes works as it is made')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
