import { describe, expect, it } from 'vitest'
import { parseRequestTarget } from '../../src/serving/request-target.js'

describe('the target of a request', () => {
  it.each([
    ['/api', { url: '/api' }],
    ['//api/v1', { url: '//api/v1' }],
    ['*', { url: '*' }],
    ['/a/../b', { url: '/a/../b' }],
    ['http://x/api/v1/namespaces/../', { url: '/api/v1/namespaces/../', host: 'x' }],
    ['http://x/api/v1/namespaces/%2e%2e/', { url: '/api/v1/namespaces/%2e%2e/', host: 'x' }],
    ['http://x//api//v1/./', { url: '//api//v1/./', host: 'x' }],
    ['HTTPS://x:6443/version?a=b/../c#d', { url: '/version?a=b/../c#d', host: 'x:6443' }],
    ['http://u:p@x/version', { url: '/version', host: 'x' }],
    ['http://[::1]:80/', { url: '/', host: '[::1]:80' }],
    ['http://x', { url: '', host: 'x' }],
    ['http://x?a', { url: '?a', host: 'x' }],
    ['http:///version', { url: '/version' }],
  ])('%s', (text, target) => {
    expect(parseRequestTarget(text)).toEqual(target)
  })

  it.each(['http://x:y/', 'http://[::1/', 'http://a"b/', 'http://u<v@x/', 'http://x]/'])('%s is none', (text) => {
    expect(() => parseRequestTarget(text)).toThrow(URIError)
  })
})
