// Runs the executable in a root that has only what its image has: the file itself, and the libraries of glibc and of C++. Needs root and
// chroot, which is what an engine of containers would need; without them the check is left out with a message.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './public-entries.mjs'

const program = join(root, '.cache/executable', `apimachinery-server-linux-${process.arch}`)
/** The user of the distroless images. */
const nobody = 65532

/** What the base of the image has of what the executable needs. */
const inBase = /\/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s|resolv|nss_\w+)\.so[^/]*)$/

/** Where the libraries of the executable are on this machine. Throws NoLibraries where it is no machine of glibc. */
function ldd() {
  try {
    return execFileSync('ldd', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    throw new NoLibraries('there is no ldd that reads the executable')
  }
}

/** The libraries of the base are not those of this machine. */
class NoLibraries extends Error {}

function libraries() {
  const text = ldd()
  const files = [...text.matchAll(/(\/\S+)/g)].map(([, file]) => file)
  const missing = files.filter((file) => !inBase.test(file))
  if (missing.length > 0) throw new Error(`the base of the image has no ${missing.join(', ')}`)
  return files
}

function dockerfile() {
  const text = readFileSync(join(root, 'server/container/Dockerfile'), 'utf8')
  const words = (name) => JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(text)[1])
  const [, user] = /^USER (\d+):\d+$/m.exec(text)
  return { command: [...words('ENTRYPOINT'), ...words('CMD')], user: Number(user) }
}

function fill(folder) {
  chmodSync(folder, 0o755)
  for (const name of ['data', 'tmp', 'dev', 'proc']) mkdirSync(join(folder, name), { recursive: true })
  for (const file of libraries()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(file, join(folder, file))
  }
  copyFileSync(program, join(folder, 'apimachinery-server'))
  chmodSync(join(folder, 'apimachinery-server'), 0o755)
  chownSync(join(folder, 'data'), nobody, nobody)
  chmodSync(join(folder, 'tmp'), 0o1777)
}

const endedWith = (code) => new Error(`the server ended with ${code}`)

/** The port that the server says. What it says afterwards is read and dropped. */
function portOf(output) {
  let said = ''
  return new Promise((resolve) => {
    output.setEncoding('utf8').on('data', (text) => {
      said += text
      const [, port] = /serving on https:\/\/\S+:(\d+)/.exec(said) ?? []
      if (port !== undefined) resolve(port)
    })
  })
}

async function run(folder) {
  const { command, user } = dockerfile()
  if (user !== nobody) throw new Error(`the image runs as ${user}`)
  const inside = (args) => [`--userspec=${user}:${user}`, folder, '/apimachinery-server', ...args]
  const env = { PATH: process.env.PATH, XDG_DATA_HOME: '/data', TMPDIR: '/tmp' }
  const stdio = ['ignore', 'pipe', 'inherit']
  const server = spawn('chroot', inside([...command.slice(1), '--secure-port=0']), { env, stdio })
  const ended = new Promise((resolve) => server.on('exit', (code) => resolve(code)))
  const port = await Promise.race([portOf(server.stdout), ended.then((code) => Promise.reject(endedWith(code)))])
  const health = inside(['health', `--url=https://127.0.0.1:${port}/readyz`])
  let ready = false
  for (let left = 60; left > 0 && !ready && server.exitCode === null; left--) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    // It is written last: signals are handled from then on.
    if (!existsSync(join(folder, 'data/certificates/admin.kubeconfig'))) continue
    try {
      ready = execFileSync('chroot', health, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) === 'ok\n'
    } catch {
      // It is not there yet.
    }
  }
  server.kill('SIGTERM')
  const code = await ended
  if (!ready && code === 0) throw new Error('the server was not ready within 30 s')
  if (code !== 0) throw endedWith(code)
  if (!existsSync(join(folder, 'data/store'))) throw new Error('there is no /data/store')
}

if (process.platform !== 'linux' || process.getuid() !== 0)
  console.log('check:container is left out: it needs root on Linux')
else if (!existsSync(program)) console.log('check:container is left out: npm run executable comes first')
else {
  const folder = mkdtempSync(join(tmpdir(), 'container-'))
  try {
    fill(folder)
    await run(folder)
    console.log('the image works: the server was ready, and ended in order')
  } catch (error) {
    if (!(error instanceof NoLibraries)) throw error
    console.log(`check:container is left out: ${error.message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
