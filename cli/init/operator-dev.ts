import { generateFlags, type OperatorNames } from './operator-names.js'

const startWithWebhooks = `// The webhooks run here, without a certificate: start again when src/webhooks.ts changes.
const webhooks = new WebhookRegistry()
registerWebhooks(webhooks)
const server = await TestServer.start({
  crds: ['generated/crds'],
  webhooks,
  webhookConfigurations: ['deploy/webhooks.yaml'],
  objects: ['samples'],
  controllers: 'all',
})
`

/** The program of `npm run dev`. */
export function devSource(names: OperatorNames): string {
  const { plural, kind, webhook } = names
  const singular = kind.toLowerCase()
  const flags = generateFlags(names)
    .map((flag) => `'${flag}'`)
    .join(', ')
  return `// An API server in memory with the objects of samples/, the operator beside it, and a table of what there is. The operator
// starts again when its sources change; when api/ changes, code and CRDs are generated and applied.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
${webhook ? "import { WebhookRegistry } from '@apimachinery/client/controller'\n" : ''}import { TestServer } from '@apimachinery/server/testing'
${webhook ? "import { registerWebhooks } from '../src/webhooks.js'\n" : ''}
const kubeconfig = resolve('.dev/kubeconfig')
${webhook ? startWithWebhooks : "const server = await TestServer.start({ crds: ['generated/crds'], objects: ['samples'], controllers: 'all' })\n"}mkdirSync('.dev', { recursive: true, mode: 0o700 })
// Whoever reads it is admin of this server.
writeFileSync(kubeconfig, await server.kubeconfig(), { mode: 0o600 })

const { url } = await server.listen()
console.log(\`API server in memory: \${url}
  KUBECONFIG=\${kubeconfig} kubectl edit ${singular} sample
\`)

const running = new Set<ChildProcess>()
const operator = run('tsx', 'watch', '--clear-screen=false', 'src/main.ts', '--health-port=0', '--metrics-port=0')
run('apimachinery-client', 'get', '${plural}', '--all-namespaces', '--watch')
const sources = watch('api', { recursive: true }, generateSoon)
let timer: NodeJS.Timeout | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
operator.once('exit', () => void end())

function run(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, KUBECONFIG: kubeconfig },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', (error) => console.error(\`\${command}: \${error.message}; npm install?\`))
  return child
}

/** An editor changes a file in several steps. */
function generateSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(generate, 200)
}

function generate(): void {
  const generator = run('apimachinery', 'generate', ${flags})
  generator.once('exit', (code) => {
    if (code === 0) run('apimachinery-client', 'apply', '--server-side', '--force-conflicts', '-f', 'generated/crds')
  })
}

async function end(): Promise<void> {
  sources.close()
  clearTimeout(timer)
  for (const child of running) child.kill()
  await server.stop()
}
`
}

/** The rules of the operator as text. */
export function rbacSource({ name }: OperatorNames): string {
  return `import { Client } from '@apimachinery/client'
import { rbacManifest } from '@apimachinery/client/controller'
import { InProcessTransport } from '@apimachinery/client/transport'
import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import { newOperator } from '../src/operator.js'

/** Namespace, account and roles of the operator: the rules are those that its controllers and its election declare. */
export function rbacText(): string {
  // No request is sent: only the required permissions are collected.
  const transport = new InProcessTransport(() => Promise.reject(new Error('not connected')))
  const name = '${name}'
  const manager = newOperator({
    client: Client.from({ transport }),
    leaderElection: { name, namespace: name },
  })
  const objects = rbacManifest({
    name,
    namespace: name,
    rules: manager.policyRules(),
    namespaceRules: manager.electionRules(),
  })
  return objects.map((object) => jsonToYAML(object as never)).join('---\\n')
}
`
}

/** The program that writes the RBAC rules. */
export const writeRBAC = `import { writeFileSync } from 'node:fs'
import { rbacText } from './rbac.js'

writeFileSync('deploy/rbac.yaml', rbacText())
`
