// Runs the tests of clients/ and of their examples in the runners of their languages, against the built command:
// `npm run test:clients [-- --limit SECONDS] [LANGUAGE…]`. Left out with a message are languages whose tools are missing, whose packages cannot be
// fetched, and, with a limit, those that take longer than that to fetch and compile. Those with the usual clients of Kubernetes run when they are named.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './public-entries.mjs'

const server = join(root, 'server/bin/apimachinery-server.js')
const target = { CARGO_TARGET_DIR: join(root, '.cache/clients/rust') }
const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'apimachinery_testing.plugin']
const maven = ['mvn', '-q', '-B', '-ntp']
const installed = { cwd: 'clients/java', words: [...maven, 'install', '-DskipTests'] }
const example = (name) => `examples/test-control-plane/${name}`

/** Language → a command that says whether its tools are there, what fetches and compiles, and what is run, in which folder. */
const languages = {
  go: {
    tool: ['go', 'version'],
    prepare: [{ cwd: 'clients/go', words: ['go', 'vet', '.'] }],
    tests: [
      { cwd: 'clients/go', words: ['go', 'test', '-count=1', '.'] },
      { cwd: example('go'), words: ['go', 'test', '-count=1', './...'] },
    ],
  },
  python: {
    tool: ['python3', '-m', 'pytest', '--version'],
    prepare: [],
    tests: [
      { cwd: 'clients/python', words: [...pytest, 'tests'] },
      { cwd: example('python'), words: pytest },
    ],
    environment: { PYTHONPATH: join(root, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  java: {
    tool: ['mvn', '--version'],
    prepare: [installed, { cwd: example('java'), words: [...maven, 'test-compile'] }],
    tests: [
      { cwd: 'clients/java', words: [...maven, 'test'] },
      { cwd: example('java'), words: [...maven, 'test'] },
    ],
  },
  rust: {
    tool: ['cargo', '--version'],
    prepare: ['clients/rust', example('rust')].map((cwd) => ({ cwd, words: ['cargo', 'test', '-q', '--no-run'] })),
    tests: ['clients/rust', example('rust')].map((cwd) => ({ cwd, words: ['cargo', 'test', '-q'] })),
    environment: target,
  },
  'client-go': {
    tool: ['go', 'version'],
    isLarge: true,
    prepare: [{ cwd: example('client-go'), words: ['go', 'vet', './...'] }],
    tests: [{ cwd: example('client-go'), words: ['go', 'test', '-count=1', './...'] }],
  },
  fabric8: {
    tool: ['mvn', '--version'],
    isLarge: true,
    prepare: [installed, { cwd: example('fabric8'), words: [...maven, 'test-compile'] }],
    tests: [{ cwd: example('fabric8'), words: [...maven, 'test'] }],
  },
  'kube-rs': {
    tool: ['cargo', '--version'],
    isLarge: true,
    prepare: [{ cwd: example('kube-rs'), words: ['cargo', 'test', '-q', '--no-run'] }],
    tests: [{ cwd: example('kube-rs'), words: ['cargo', 'test', '-q'] }],
    environment: target,
  },
}

/** What the tools say where they get no package. */
const notFetched =
  /could not resolve host|dial tcp|lookup \S+ on|no such host|Temporary failure in name resolution|Unknown host|could not be resolved|Could not (transfer|find) (artifact|metadata)|failed to (download|fetch|query replaced source|load source)|offline mode|module lookup disabled/i

/** Runs a command; its exit code, 'late' after a time, and what it said. */
function run({ cwd, words }, env, milliseconds) {
  return new Promise((resolve) => {
    // A group of its own: compilers are children of children.
    const child = spawn(words[0], words.slice(1), {
      cwd: join(root, cwd),
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let isLate = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
      })
    }
    const timer = setTimeout(() => {
      isLate = true
      process.kill(-child.pid, 'SIGKILL')
    }, milliseconds)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ outcome: isLate ? 'late' : code, said })
    })
  })
}

/** Fetches and compiles; why the language is left out, undefined where it is ready. Failures that are no lack of packages or of time are errors. */
async function unprepared({ prepare }, env, limit) {
  const end = Date.now() + limit
  for (const step of prepare) {
    const { outcome, said } = await run(step, env, Math.max(1, end - Date.now()))
    if (outcome === 0) continue
    if (outcome === 'late') return `it takes more than ${limit / 1000} s to fetch and compile`
    if (notFetched.test(said))
      return `its packages could not be fetched:\n${said.trim().split('\n').slice(0, 3).join('\n')}`
    throw new Error(`${step.words.join(' ')} in ${step.cwd} ended with ${outcome}:\n${said}`)
  }
  return undefined
}

async function testLanguage(name, limit) {
  const { tool, tests, environment } = languages[name]
  if (spawnSync(tool[0], tool.slice(1), { stdio: 'ignore' }).status !== 0) {
    console.log(`${name}: left out, there is no ${tool.slice(0, -1).join(' ')}`)
    return
  }
  const env = { ...process.env, APIMACHINERY_SERVER: `${process.execPath} ${server}`, ...environment }
  delete env.APIMACHINERY_CONTROL
  const reason = await unprepared(languages[name], env, limit)
  if (reason !== undefined) {
    console.log(`${name}: left out, ${reason}`)
    return
  }
  for (const step of tests) {
    console.log(`${name}: ${step.words.join(' ')} in ${step.cwd}`)
    const { outcome, said } = await run(step, env, testLimit)
    if (said.trim() !== '') console.log(said.trim())
    if (outcome === 0) continue
    console.log(`${name}: failed${outcome === 'late' ? `, it takes more than ${testLimit / 60_000} minutes` : ''}`)
    process.exitCode = 1
  }
}

/** How long one run of tests may take, and how long is waited for packages where nothing is said; in milliseconds. */
const testLimit = 10 * 60_000
const longest = 60 * 60_000

const { values, positionals } = parseArgs({ options: { limit: { type: 'string' } }, allowPositionals: true })
const limit = values.limit === undefined ? longest : Number(values.limit) * 1000
if (!(limit > 0)) throw new Error(`--limit ${values.limit}: seconds are needed`)
for (const name of positionals) {
  if (!Object.hasOwn(languages, name)) throw new Error(`${name}: known are ${Object.keys(languages).join(', ')}`)
}
if (!existsSync(join(root, 'server/dist'))) throw new Error('server/dist is missing: npm run build comes first')
const wanted = positionals.length > 0 ? positionals : Object.keys(languages).filter((name) => !languages[name].isLarge)
for (const name of wanted) {
  const started = Date.now()
  try {
    await testLanguage(name, limit)
  } catch (error) {
    console.log(`${name}: failed: ${error.message}`)
    process.exitCode = 1
  }
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
}
