import { ListOptions, Table } from 'apimachinery/meta/v1'
import type { Client } from '../client/client.js'
import { KindCodec } from '../rest/kind-codec.js'
import { plainTable } from './plain-table.js'
import type { ResourceSelection } from './resource-finder.js'

/** Value of `Accept` for tables, and for objects where there are none. */
export const tableAccept = [
  ...['v1', 'v1beta1'].map((version) => `application/json;as=Table;v=${version};g=meta.k8s.io`),
  'application/json',
].join(',')

/** Which rows to fetch. */
export interface FetchTableOptions {
  readonly namespace: string
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Objects of one request; default 500, zero for all at once. */
  readonly chunkSize?: number | undefined
  readonly subresource?: string | undefined
  /** Whole objects in the rows, where fields of them are to be looked at. Default: their metadata. */
  readonly wholeObjects?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** The table that the server makes of objects, all pages together. @throws RequestStatusError */
export async function fetchTable(
  client: Client,
  { mapping, name }: ResourceSelection,
  options: FetchTableOptions,
): Promise<Table> {
  const { namespace, labelSelector, fieldSelector, chunkSize = 500, subresource, wholeObjects, signal } = options
  const codec = new KindCodec([Table], client.rest.options.integers)
  let table: Table | undefined
  for (let token = ''; ; ) {
    const request = client.rest.get().groupVersion(mapping.resource).resource(mapping.resource.resource).codec(codec)
    if (namespace !== '') request.namespace(namespace)
    request.setHeader('accept', tableAccept).signal(signal)
    if (wholeObjects === true) request.param('includeObject', 'Object')
    if (name !== undefined) request.name(name)
    if (subresource !== undefined) request.subResource(subresource)
    if (name === undefined) {
      request.apiVerb('list')
      const page = {
        limit: chunkSize > 0 ? chunkSize : undefined,
        labelSelector,
        fieldSelector,
        continue: token === '' ? undefined : token,
      }
      request.versionedParams(page, ListOptions)
    }
    const answer = (await request.do()).object()
    const part = answer instanceof Table ? answer : plainTable(answer, new Date(client.rest.clock.now()))
    if (table === undefined) table = part
    else table.rows.push(...part.rows)
    token = part.metadata?.continue ?? ''
    if (token === '') return table
  }
}
