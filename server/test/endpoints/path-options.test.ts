import { addToScheme, NodeProxyOptions, PodExecOptions } from 'apimachinery/api/core/v1'
import { ParameterCodec, Scheme } from 'apimachinery/runtime'
import { describe, expect, test } from 'vitest'
import { decodePathOptions, restOfPath } from '../../src/endpoints/path-options.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { requestLine } from './request-line.js'

const scheme = new Scheme()
addToScheme(scheme)
const requestFor = (path: string) => {
  const line = requestLine('GET', path)
  return { ...line, info: resolveRequestInfo(line) } as never
}
const scopeOf = (subresource: string) => ({ subresource, parameterCodec: new ParameterCodec(scheme) }) as never
const pod = '/api/v1/namespaces/ns/pods/p'

// Facts of TestConnectWithOptionsAndPath of k8s.io/apiserver/pkg/endpoints.
describe('what follows in the path', () => {
  test.each([
    [`${pod}/proxy/a/b`, true, '/a/b'],
    [`${pod}/proxy/a/b/`, true, '/a/b/'],
    [`${pod}/proxy`, true, ''],
    [`${pod}/proxy/`, true, '/'],
    [pod, false, ''],
    [`${pod}/a/b`, false, '/a/b'],
  ] as const)('of %s, where a sub-resource: %s, is %j', (path, isSubresource, rest) => {
    expect(restOfPath(requestFor(path), isSubresource)).toBe(rest)
  })

  test('is an option where one is named, and the query has the others', () => {
    const options = { options: NodeProxyOptions, pathOption: 'path' }
    const found = (scope: string, path: string) => decodePathOptions(scopeOf(scope), requestFor(path), options)
    expect(found('proxy', `${pod}/proxy/a/b?path=/x`)).toMatchObject({ path: '/a/b' })
    expect(found('', `${pod}/a/b`)).toMatchObject({ path: '/a/b' })
  })

  test('leaves the query of the request as it was', () => {
    const request = requestFor(`${pod}/proxy/a/b?path=/x`)
    decodePathOptions(scopeOf('proxy'), request, { options: NodeProxyOptions, pathOption: 'path' })
    expect(String((request as { query: URLSearchParams }).query)).toBe('path=%2Fx')
    decodePathOptions(scopeOf('proxy'), request, { options: NodeProxyOptions })
    expect(String((request as { query: URLSearchParams }).query)).toBe('path=%2Fx')
  })

  test('is not looked at where none is named', () => {
    const request = requestFor(`${pod}/exec/rest?command=ls&command=-l&stdin=true`)
    const found = decodePathOptions(scopeOf('exec'), request, { options: PodExecOptions })
    expect(found).toMatchObject({ command: ['ls', '-l'], stdin: true })
  })
})
