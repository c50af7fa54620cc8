import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hand, input, mask } from './runner.mjs'

const folder = join(process.env.RUNNER_TEMP, 'apimachinery-server')
const data = join(folder, 'data')
const tokenFile = join(folder, 'control.token')
const log = join(folder, 'server.log')
/** How long a start may take, in milliseconds. */
const patience = 60_000

/** All requests but those of the server itself; of secrets only names. */
const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', users: ['system:apiserver'] },
    { level: 'Metadata', resources: [{ group: '', resources: ['secrets', 'serviceaccounts/token'] }] },
    { level: 'RequestResponse' },
  ],
}

function command() {
  const given = input('command')
  if (given !== '') return given.split(/\s+/)
  const packages = [`@apimachinery/server@${input('version')}`]
  if (input('request-log') !== '') packages.push('@actions/artifact@2')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], { stdio: 'inherit' })
  return [process.execPath, join(folder, 'node_modules/@apimachinery/server/bin/apimachinery-server.js')]
}

function flags() {
  const list = [
    '--memory',
    '--secure-port=0',
    `--data-dir=${data}`,
    '--control-port=0',
    `--control-token-file=${tokenFile}`,
  ]
  if (input('controllers') !== '') list.push(`--controllers=${input('controllers')}`)
  if (!['', '0'].includes(input('nodes'))) list.push(`--nodes=${input('nodes')}`)
  if (input('release') !== '') list.push(`--emulated-version=${input('release')}`)
  if (input('request-log') !== '') {
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy))
    list.push(
      `--audit-policy-file=${join(folder, 'policy.json')}`,
      `--audit-log-path=${join(folder, 'requests.jsonl')}`,
    )
  }
  return [
    ...list,
    ...input('flags')
      .split(/\s+/)
      .filter((flag) => flag !== ''),
  ]
}

/** Address of the control API and path of the kubeconfig, once the server has said both. */
async function started(child) {
  for (let waited = 0; waited < patience; waited += 100) {
    const text = readFileSync(log, 'utf8')
    const control = /control API on (\S+), token/.exec(text)
    const kubeconfig = /export KUBECONFIG=(.+)/.exec(text)
    if (control !== null && kubeconfig !== null) return { control: control[1], kubeconfig: kubeconfig[1] }
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${text}`)
    await sleep(100)
  }
  throw new Error(`the server did not start within ${patience / 1000} s:\n${readFileSync(log, 'utf8')}`)
}

try {
  mkdirSync(folder, { recursive: true })
  const [program, ...words] = command()
  const output = openSync(log, 'w')
  // The server outlives this step.
  const child = spawn(program, [...words, ...flags()], { detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  hand('GITHUB_STATE', { pid: child.pid, folder })
  const { control, kubeconfig } = await started(child)
  child.unref()
  const token = readFileSync(tokenFile, 'utf8').trim()
  mask(token)
  hand('GITHUB_ENV', { KUBECONFIG: kubeconfig, APIMACHINERY_CONTROL: control, APIMACHINERY_CONTROL_TOKEN: token })
  hand('GITHUB_OUTPUT', { kubeconfig, 'control-url': control, 'control-token-file': tokenFile })
  console.log(`KUBECONFIG=${kubeconfig}`)
} catch (error) {
  console.log(`::error::${String(error.message ?? error).replaceAll('\n', '%0A')}`)
  process.exitCode = 1
}
