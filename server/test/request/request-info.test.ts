import { describe, expect, it } from 'vitest'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { requestLine } from '../endpoints/request-line.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly method: string
  readonly url: string
  readonly error?: string
  readonly info?: Readonly<Record<string, unknown>>
}

describe('request info, as in k8s.io/apiserver', () => {
  const rows = readVectors<readonly Row[]>('request-info')

  it('from method, path and query', () => {
    const found = rows.map(({ method, url }) => answerOf(method, url))
    expect(found).toEqual(rows.map(({ error, info }) => error ?? withoutMissing(info ?? {})))
  })
})

function answerOf(method: string, url: string): unknown {
  try {
    const {
      isResourceRequest,
      path,
      verb,
      apiPrefix,
      apiGroup,
      apiVersion,
      namespace,
      resource,
      subresource,
      name,
      parts,
    } = resolveRequestInfo(requestLine(method, url))
    const { fieldSelector = '', labelSelector = '' } = resolveRequestInfo(requestLine(method, url))
    return {
      IsResourceRequest: isResourceRequest,
      Path: path,
      Verb: verb,
      APIPrefix: apiPrefix,
      APIGroup: apiGroup,
      APIVersion: apiVersion,
      Namespace: namespace,
      Resource: resource,
      Subresource: subresource,
      Name: name,
      Parts: parts,
      FieldSelector: fieldSelector,
      LabelSelector: labelSelector,
    }
  } catch (error) {
    return (error as Error).message
  }
}

function withoutMissing(info: Readonly<Record<string, unknown>>): unknown {
  return { ...info, Parts: info.Parts ?? [] }
}
