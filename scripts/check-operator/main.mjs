// Makes an operator with `apimachinery init operator` of the packed packages, and does with it what its README, its CI file and its
// Dockerfile say: npm run check:operator, after a build. Needs a package registry.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../public-entries.mjs'
import { buildImage } from './build-image.mjs'
import { followGuide } from './follow-guide.mjs'
import { tryDev } from './try-dev.mjs'

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

/** A mirror of the registry may lack packages of other platforms; npm ci refuses a lock file that was made from it. */
function install(command) {
  const [, verb] = /npm (install|ci)\b/.exec(command) ?? []
  if (verb === undefined) return command
  const flags = '--prefer-offline --no-audit --no-fund'
  return verb === 'ci' ? `npm ci ${flags} || npm install ${flags}` : command.replace(verb, `${verb} ${flags}`)
}

/** Runs the steps of the project's CI file. */
function runWorkflow() {
  const { jobs } = parse(text('.github/workflows/ci.yml'))
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  for (const { run: command } of steps) if (command !== undefined) run(install(command), project)
  const commands = steps.map((step) => step.run)
  for (const wanted of ['npm ci', 'npm run lint', 'npm run check', 'npm test', 'npm run build']) {
    check(commands.includes(wanted), `CI runs ${wanted}`)
  }
}

try {
  const tarballs = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, pack(path)]))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  console.log('init, from the packed command')
  run(`npm init -y && npm install --prefer-offline --no-audit --no-fund ${tarballs.apimachinery}`, tools)
  for (const flag of ['--webhook', '']) {
    console.log(`init operator ${flag}`)
    rmSync(project, { recursive: true, force: true })
    run(
      `${tools}/node_modules/.bin/apimachinery init operator fleet-operator --group fleet.example.com ${flag}`,
      folder,
    )
    usePacked(tarballs)
    run(install('npm install'), project)
    run('npm run generate', project)

    console.log('its CI file')
    runWorkflow()

    console.log('its manifests')
    const rbac = text('deploy/rbac.yaml')
    run('npm run rbac', project)
    check(rbac === text('deploy/rbac.yaml'), 'npm run rbac writes what is there')
    // The kinds of cert-manager are not known here.
    const known = [...below('deploy'), ...below('generated/crds')].filter((file) => !file.includes('certificate'))
    run(`node_modules/.bin/apimachinery validate ${known.map((file) => `-f ${file}`).join(' ')}`, project)
  }

  console.log('the guide on a second version')
  const second = join(folder, 'webapp')
  run(`${tools}/node_modules/.bin/apimachinery init operator webapp --webhook`, folder)
  cpSync(join(project, 'node_modules'), join(second, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  followGuide({ guide: readFileSync(join(root, 'docs/guides/second-version.md'), 'utf8'), project: second, run })
  run('npm run generate && npm run check && npm run lint && npm test', second)

  console.log('npm run dev, and the commands of its README')
  await tryDev({ project, readme: text('README.md'), run })

  console.log('its Dockerfile')
  const image = buildImage(project, join(folder, 'image'), (command, cwd) => run(install(command), cwd))
  check(!readdirSync(join(image, 'node_modules')).includes('vitest'), 'nothing of development is in the image')
  run(`node --input-type=module -e "await import('./dist/src/operator.js')"`, image)
  // Without a cluster the program reports that itself; missing modules would be another error.
  run("KUBECONFIG=/nowhere node dist/src/main.js 2>&1 | grep -q 'ConfigError\\|ENOENT\\|kubeconfig'", image)
  console.log('the operator that init makes works as it is made')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
