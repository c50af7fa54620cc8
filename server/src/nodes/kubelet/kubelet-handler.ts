import { messageOf } from 'apimachinery/errors'
import type { Handler, ReceivedRequest } from '../../request/http.js'
import { writePlainError } from '../../request/write-error.js'
import { attach } from './attach.js'
import { containerLogs } from './container-logs.js'
import { exec } from './exec.js'
import type { KubeletEndpoint, KubeletParts } from './kubelet-endpoint.js'
import { KubeletError } from './kubelet-error.js'
import { portForward } from './port-forward.js'

/** Serves one request to the kubelet of a node. */
export type NodeHandler = (node: string) => Handler<ReceivedRequest>

/** What kubelets answer, by the first segment of the path. Others are added here. */
function kubeletEndpoints(parts: KubeletParts): Readonly<Record<string, KubeletEndpoint>> {
  return {
    healthz: answersOk,
    livez: answersOk,
    readyz: answersOk,
    containerLogs: containerLogs(parts),
    exec: exec(parts),
    attach: attach(parts),
    portForward: portForward(parts),
    run: disabled,
    runningpods: disabled,
    logs: disabled,
  }
}

/** The API of kubelets of simulated nodes. `stopped` ends what is open. */
export function kubeletHandler(parts: KubeletParts, stopped: AbortSignal): NodeHandler {
  const endpoints = new Map(Object.entries(kubeletEndpoints(parts)))
  return (node) => async (request, response) => {
    const [first = '', ...segments] = request.path.replace(/^\//, '').split('/')
    const endpoint = endpoints.get(first)
    const signal = AbortSignal.any([request.signal, stopped])
    try {
      if (endpoint === undefined) throw new KubeletError(404, '404: Page Not Found')
      await endpoint({ node, segments, request, response, signal })
    } catch (error) {
      if (response.status !== undefined || response.closed) throw error
      writePlainError(response, error instanceof KubeletError ? error.status : 500, messageOf(error))
    }
  }
}

const answersOk: KubeletEndpoint = async ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(Buffer.from('ok'))
}

/** Source: `InstallDebuggingHandlers` of pkg/kwok/server of kwok. */
const disabled: KubeletEndpoint = async () => {
  throw new KubeletError(405, 'Debug endpoints are disabled.')
}
