// `npm start`: builds what is not built yet, and serves. Arguments after `--` are flags of the server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './public-entries.mjs'

const isBuilt = ['dist/esm', 'client/dist', 'server/dist'].every((folder) => existsSync(join(root, folder)))
if (!isBuilt) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const command = join(root, 'server/bin/apimachinery-server.js')
const server = spawn(process.execPath, [command, ...process.argv.slice(2)], { stdio: 'inherit' })
// The terminal sends Ctrl-C to both processes; what ends this one must end the server as well.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 1))
