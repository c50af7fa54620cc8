import type { MetricsRegistry } from '@apimachinery/client/metrics'

/** Observes streams over web sockets. */
export interface StreamObserver {
  /** A web socket for `exec`, `attach` or `portforward`; `isTranslated` if the kubelet gets it as SPDY. */
  webSocket(subresource: string, isTranslated: boolean): void
  /** A tunnel was answered. */
  tunneled(code: number): void
  /** A translation has ended. */
  translated(code: number): void
}

/** `apiserver_websocket_*` and `apiserver_stream_tunnel_*`. Source: k8s.io/apiserver/pkg/util/proxy/metrics. */
export function streamMetrics(registry: MetricsRegistry): StreamObserver {
  const requests = registry.counter({
    name: 'apiserver_websocket_streaming_requests_total',
    help: 'Total number of WebSocket streaming requests (exec/attach/portforward) routed by the API server, labeled by subresource and proxy_type. proxy_type is proxied_to_kubelet when the kubelet handles the request directly; otherwise translated_at_apiserver.',
    stability: 'ALPHA',
    labelNames: ['proxy_type', 'subresource'],
  })
  const tunnels = registry.counter({
    name: 'apiserver_stream_tunnel_requests_total',
    help: 'Total number of requests that were handled by the StreamTunnelProxy, which processes streaming PortForward/V2',
    stability: 'ALPHA',
    labelNames: ['code'],
  })
  const translations = registry.counter({
    name: 'apiserver_stream_translator_requests_total',
    help: 'Total number of requests that were handled by the StreamTranslatorProxy, which processes streaming RemoteCommand/V5',
    stability: 'ALPHA',
    labelNames: ['code'],
  })
  return {
    webSocket: (subresource, isTranslated) =>
      requests.labels(isTranslated ? 'translated_at_apiserver' : 'proxied_to_kubelet', subresource).inc(),
    tunneled: (code) => tunnels.labels(String(code)).inc(),
    translated: (code) => translations.labels(String(code)).inc(),
  }
}
