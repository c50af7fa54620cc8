import { Pod, PodLogOptions } from 'apimachinery/api/core/v1'
import { messageOf, newBadRequest, newGenericServerResponse, newInternalError, newInvalid } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import { type FieldError, fieldPath, forbidden, invalid } from 'apimachinery/validation'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { ResourceStorage, ResourceStream } from '../../../registry/resource-storage.js'
import type { RequestContext } from '../../../request/request-context.js'
import type { ForwardRequest, ForwardResponse } from '../kubelet/connector.js'
import { type KubeletAccess, kubeletOf, kubeletURL, podOf } from './kubelet-access.js'
import { containerOf } from './pod-container.js'

/**
 * The subresource `log`: what a container has written, as its kubelet streams it.
 *
 * Source: `LogREST` of pkg/registry/core/pod/rest of Kubernetes.
 */
export function podLogStore(access: KubeletAccess): ResourceStorage<Pod> {
  return {
    type: Pod,
    namespaced: true,
    producesMediaTypes: ['text/plain'],
    getWithOptions: {
      options: PodLogOptions,
      get: (context, name, options) => streamLog(access, context, { name, options }),
    },
  }
}

async function streamLog(
  access: KubeletAccess,
  context: RequestContext,
  { name, options: given }: { readonly name: string; readonly options: KubernetesObject },
): Promise<ResourceStream> {
  const options = given as PodLogOptions
  const errors = validatePodLogOptions(options)
  if (errors.length > 0) throw newInvalid({ group: '', kind: 'PodLogOptions' }, name, errors)
  const pod = await podOf(access, context, name)
  const container = containerOf(pod, options.container)
  const flush = options.follow === true
  // A pod without a node has written nothing.
  if (!pod.spec?.nodeName) return { contentType: '', flush }
  const node = pod.spec.nodeName
  const kubelet = await kubeletOf(access, context, node)
  const { namespace = '' } = readMetadata(pod)
  const url = kubeletURL(kubelet, `/containerLogs/${namespace}/${name}/${container}`, kubeletLogQuery(options))
  const answer = await fetchLog(access, context, { url, node })
  if (answer.status < 200 || answer.status > 206) throw await failureOf(answer, name)
  return { contentType: 'text/plain', flush, body: answer.body }
}

async function fetchLog(
  { connector }: KubeletAccess,
  { signal }: RequestContext,
  { url, node }: Required<Pick<ForwardRequest, 'url' | 'node'>>,
): Promise<ForwardResponse> {
  try {
    return await connector.forward({ url, node, method: 'GET', headers: {}, signal })
  } catch (error) {
    // No Status: upstream answers 500 with the words of its HTTP client.
    throw new Error(`Get ${JSON.stringify(url.href)}: ${messageOf(error)}`, { cause: error })
  }
}

const longestMessage = 2048

async function failureOf({ status, body }: ForwardResponse, name: string): Promise<Error> {
  const serverMessage = Buffer.from(await readBody(body, { limit: longestMessage, truncate: true })).toString('utf8')
  const resource = { group: '', resource: 'pods/log' }
  if (status === 500) return newInternalError(new Error(serverMessage))
  if (status === 400) return newBadRequest(serverMessage)
  return newGenericServerResponse(status, { verb: '', resource, name, serverMessage })
}

/** Checks the options of a log request. Source: `ValidatePodLogOptions` of pkg/apis/core/validation. */
function validatePodLogOptions({
  tailLines,
  limitBytes,
  sinceSeconds,
  sinceTime,
  stream,
}: PodLogOptions): FieldError[] {
  const errors: FieldError[] = []
  const given = (value: unknown): boolean => value !== undefined && value !== null
  if (given(tailLines) && Number(tailLines) < 0) {
    errors.push(invalid(fieldPath('tailLines'), tailLines, 'must be greater than or equal to 0'))
  }
  if (given(limitBytes) && Number(limitBytes) < 1) {
    errors.push(invalid(fieldPath('limitBytes'), limitBytes, 'must be greater than 0'))
  }
  if (given(sinceSeconds) && given(sinceTime)) {
    errors.push(forbidden(fieldPath(''), 'at most one of `sinceTime` or `sinceSeconds` may be specified'))
  } else if (given(sinceSeconds) && Number(sinceSeconds) < 1) {
    errors.push(invalid(fieldPath('sinceSeconds'), sinceSeconds, 'must be greater than 0'))
  }
  if (given(stream)) errors.push(forbidden(fieldPath('stream'), 'may not be specified'))
  return errors
}

/** The query for a kubelet. */
function kubeletLogQuery(options: PodLogOptions): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of ['follow', 'previous', 'timestamps'] as const) if (options[name]) query.set(name, 'true')
  for (const name of ['sinceSeconds', 'sinceTime', 'tailLines', 'limitBytes'] as const) {
    const value = options[name]
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  query.sort()
  return query
}
