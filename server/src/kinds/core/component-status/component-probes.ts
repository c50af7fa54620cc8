import { messageOf } from 'apimachinery/errors'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import type { KV } from '../../../storage/kv/kv.js'
import type { ClusterConnector } from '../kubelet/connector.js'
import type { ComponentProbe } from './component-statuses.js'

/** The components of a control plane, on the machine of the server as upstream assumes. */
export function componentProbes(connector: ClusterConnector, kv: KV): Readonly<Record<string, ComponentProbe>> {
  return {
    'controller-manager': healthOf(connector, 'https://127.0.0.1:10257/healthz'),
    scheduler: healthOf(connector, 'https://127.0.0.1:10259/healthz'),
    async 'etcd-0'() {
      await kv.status()
      return 'ok'
    },
  }
}

function healthOf(connector: ClusterConnector, url: string): ComponentProbe {
  return async (signal) => {
    try {
      const answer = await connector.forward({ url: new URL(url), method: 'GET', headers: {}, signal })
      const text = Buffer.from(await readBody(answer.body)).toString('utf8')
      if (answer.status === 200) return text
      throw new Error(`unhealthy http status code: ${answer.status} with body: ${text}`)
    } catch (error) {
      throw new Error(`Get ${JSON.stringify(url)}: ${messageOf(error)}`, { cause: error })
    }
  }
}
