import { messageOf } from 'apimachinery/errors'

/** What a client is told of a connection that failed. Source: `portForward` of k8s.io/cri-streaming/pkg/streaming/portforward. */
export function forwardFailure(
  { pod, uid }: { readonly pod: string; readonly uid: string },
  port: number,
  error: unknown,
): Buffer {
  return Buffer.from(`error forwarding port ${port} to pod ${pod}, uid ${uid}: ${messageOf(error)}`)
}
