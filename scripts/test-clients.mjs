// Runs the tests of clients/ and of their examples in the runners of their languages, against the built command: `npm run test:clients [-- LANGUAGE…]`.
// A language whose tools are missing is left out with a message.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './public-entries.mjs'

const command = `${process.execPath} ${join(root, 'server/bin/apimachinery-server.js')}`
const cache = (name) => join(root, '.cache/clients', name)
const example = (name) => join(root, 'examples/test-control-plane', name)

/** Language → a command that says whether its tools are there, and what is run, in which folder. */
const languages = {
  go: {
    tool: ['go', 'version'],
    runs: [
      { cwd: 'clients/go', words: ['go', 'vet', '.'] },
      { cwd: 'clients/go', words: ['go', 'test', '-count=1', '.'] },
      { cwd: example('go'), words: ['go', 'test', '-count=1', './...'] },
    ],
  },
  python: {
    tool: ['python3', '-m', 'pytest', '--version'],
    runs: [
      { cwd: 'clients/python', words: ['python3', '-m', 'pytest', '-q', '-p', 'apimachinery_testing.plugin', 'tests'] },
      { cwd: example('python'), words: ['python3', '-m', 'pytest', '-q', '-p', 'apimachinery_testing.plugin'] },
    ],
    environment: { PYTHONPATH: join(root, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' },
  },
  java: {
    tool: ['mvn', '--version'],
    runs: [
      { cwd: 'clients/java', words: ['mvn', '-q', '-B', 'install'] },
      { cwd: example('java'), words: ['mvn', '-q', '-B', 'test'] },
    ],
  },
  rust: {
    tool: ['cargo', '--version'],
    runs: [
      { cwd: 'clients/rust', words: ['cargo', 'test', '-q'] },
      { cwd: example('rust'), words: ['cargo', 'test', '-q'] },
    ],
    environment: { CARGO_TARGET_DIR: cache('rust') },
  },
}

const wanted = process.argv.slice(2)
for (const name of wanted) {
  if (!Object.hasOwn(languages, name)) throw new Error(`${name}: known are ${Object.keys(languages).join(', ')}`)
}
for (const [name, { tool, runs, environment }] of Object.entries(languages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (spawnSync(tool[0], tool.slice(1), { stdio: 'ignore' }).status !== 0) {
    console.log(`${name}: left out, there is no ${tool.slice(0, -1).join(' ')}`)
    continue
  }
  const env = { ...process.env, APIMACHINERY_SERVER: command, ...environment }
  for (const { cwd, words } of runs) {
    console.log(`${name}: ${words.join(' ')}`)
    const { status } = spawnSync(words[0], words.slice(1), {
      cwd: join(root, cwd.replace(`${root}/`, '')),
      env,
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
  }
}
