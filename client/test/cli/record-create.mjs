// Records what stock kubectl answers to the lines of create-commands.mjs: node client/test/cli/record-create.mjs
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { commands, files } from './create-commands.mjs'

const folder = mkdtempSync(join(tmpdir(), 'create-'))
for (const [name, content] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const pair = await generate([{ name: 'commonName', value: 'x' }], { keySize: 2048 })
const certificate = { cert: pair.cert, key: pair.private }
writeFileSync(join(folder, 'tls.crt'), certificate.cert)
writeFileSync(join(folder, 'tls.key'), certificate.key)

const answers = {}
for (const line of commands) {
  const [own, ...command] = line.split(' -- ')
  const args = ['create', ...own.split(' '), '--dry-run=client', '-o', 'yaml']
  if (command.length > 0) args.push('--', ...command[0].split(' '))
  const { stdout, stderr, status } = spawnSync('kubectl', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: '/dev/null' },
  })
  answers[line] = status === 0 ? { out: stdout } : { err: stderr }
}
rmSync(folder, { recursive: true })
const file = fileURLToPath(new URL('create-golden.json', import.meta.url))
const version = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' }).stdout
const { gitVersion } = JSON.parse(version).clientVersion
writeFileSync(file, `${JSON.stringify({ kubectl: gitVersion, certificate, answers }, undefined, 2)}\n`)
console.log(`${Object.keys(answers).length} answers of kubectl ${gitVersion}, ${readFileSync(file).length} bytes`)
