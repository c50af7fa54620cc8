import { APIPaths, Discovery } from '@apimachinery/server/discovery'
import { expect, it } from 'vitest'
import { handleInProcess } from '../../src/serving/in-process.js'
import { readVectors } from '../interop/vectors/read-vectors.js'
import { identified } from '../request/identified.js'

interface Row {
  readonly accept: string
  readonly status: number
  /** `plain` where the documents of old are served, which have rules of their own. */
  readonly contentType: string
}

it('aggregated documents are served to those whom upstream serves them', async () => {
  const served = new APIPaths(new Discovery({ serverAddress: () => 'host:1' }), async () => {})
  for (const { accept, status, contentType } of readVectors<Row[]>('discovery-formats')) {
    const request = { method: 'GET', path: '/apis', headers: { accept }, body: undefined, signal: undefined }
    const response = await handleInProcess(identified(served.handler), request)
    const type = String(response.headers['content-type'])
    if (contentType === 'plain') expect(type, accept).not.toContain('APIGroupDiscoveryList')
    else expect({ status: response.status, contentType: type }, accept).toEqual({ status, contentType })
  }
})
