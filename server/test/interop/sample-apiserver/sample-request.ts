/** A request to both servers. `{{continue}}` and `{{version}}` are replaced by the last values of earlier responses. */
export interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const group = '/apis/wardle.example.com'
export const beta = `${group}/v1beta1`
export const alpha = `${group}/v1alpha1`
export const flunders = `${beta}/namespaces/default/flunders`
export const json = { 'content-type': 'application/json' }

export const table = (version: string) => `application/json;as=Table;g=meta.k8s.io;v=${version}`
export const partial = (version: string, list = '') =>
  `application/json;as=PartialObjectMetadata${list};g=meta.k8s.io;v=${version}`

export function flunder(name: string, more: object = {}): string {
  return JSON.stringify({ apiVersion: 'wardle.example.com/v1beta1', kind: 'Flunder', metadata: { name }, ...more })
}

export const get = (path: string, accept?: string): SampleRequest => ({
  method: 'GET',
  path,
  ...(accept !== undefined && { headers: { accept } }),
})
export const send =
  (method: string, path: string) =>
  (body: string, headers: Readonly<Record<string, string>> = json): SampleRequest => ({ method, path, headers, body })
export const patch = (path: string, type: string, body: string): SampleRequest =>
  send('PATCH', path)(body, { 'content-type': `application/${type}` })
