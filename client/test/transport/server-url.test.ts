import { describe, expect, it } from 'vitest'
import { serverURL } from '../../src/transport/server-url.js'

const pem = new Uint8Array([1])

describe('the address of a server', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1/'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['foo.bar.com', 'http://foo.bar.com/'],
    ['localhost:8080', 'http://localhost:8080/'],
    ['[::1]:6443', 'http://[::1]:6443/'],
    ['http://host/prefix', 'http://host/prefix'],
    ['http://host', 'http://host/'],
    ['https://host:6443', 'https://host:6443/'],
    ['', 'http://localhost/'],
  ])('%j is %s', (host, expected) => {
    expect(serverURL(host, undefined).href).toBe(expected)
  })

  it.each(['host/server', 'host:port', 'http://', 'a b'])('%j is none', (host) => {
    expect(() => serverURL(host, undefined)).toThrow(`host must be a URL or a host:port pair: ${JSON.stringify(host)}`)
  })

  it('has the scheme of HTTP', () => {
    expect(() => serverURL('ftp://host', undefined)).toThrow('host must be a URL with scheme http or https')
  })

  it.each([
    [{}, 'http:'],
    [{ serverName: 'kube' }, 'http:'],
    [{ caData: pem }, 'https:'],
    [{ caFile: 'ca.pem' }, 'https:'],
    [{ certData: pem }, 'https:'],
    [{ certFile: 'cert.pem' }, 'https:'],
    [{ insecure: true }, 'https:'],
    [{ insecure: false }, 'http:'],
  ])('without a scheme, with %j, is %s', (tls, protocol) => {
    expect(serverURL('foo:1', tls).protocol).toBe(protocol)
  })
})
