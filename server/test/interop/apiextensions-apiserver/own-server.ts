import { Agent } from 'node:http'
import { TestServer } from '@apimachinery/server/testing'
import { ConversionHook } from './conversion-hook.js'
import type { Target } from './run-scenario.js'

/** Plugins of kube-apiserver that upstream's server of custom resources does not have. */
const plugins = ['NamespaceLifecycle', 'MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook']
const policies = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']

/** Custom resources over this package, without the built-in groups. */
export async function startOwnServer(gates?: string): Promise<{ target: Target; stop(): Promise<void> }> {
  const hook = await ConversionHook.start()
  const server = await TestServer.start({
    release: '1.36',
    groups: [],
    admissionPlugins: { disable: [...plugins, ...policies] },
    resolveService: async () => hook.address,
    ...(gates !== undefined && { featureGates: Object.fromEntries(gates.split(',').map(gateOf)) }),
  })
  const { port } = await server.api.generic.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${server.api.loopbackToken}` }
  return {
    target: { url: `http://127.0.0.1:${port}`, agent, headers, settle: 25, quiet: 200, patience: 30_000, hook },
    async stop() {
      agent.destroy()
      await server.stop()
      await hook.stop()
    },
  }
}

function gateOf(text: string): [string, boolean] {
  const [name = '', value] = text.split('=')
  return [name, value === 'true']
}
