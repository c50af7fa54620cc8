import { connect } from 'node:http2'
import type { Attack, Outcome } from './attack.js'
import { message, send } from './http1.js'
import { type Fields, request } from './http2.js'
import type { Ports } from './victim.js'

const long = 'a'.repeat(2 << 20)
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'b'.repeat(40)]))

const heads: Readonly<Record<string, Uint8Array>> = {
  'a value of 2 MB': message({ path: '/api', headers: { x: long } }),
  'a name of 2 MB': message({ path: '/api', headers: { [long]: 'x' } }),
  'forty thousand fields': message({ path: '/api', headers: many(40_000) }),
  'a path of 2 MB': message({ path: `/${long}` }),
  'a query of 2 MB': message({ path: `/api?${long}` }),
  'a method of 2 MB': message({ method: long, path: '/' }),
  'a token of 2 MB': message({ path: '/api', headers: { authorization: `Bearer ${long}` } }),
  'a cookie of 2 MB': message({ path: '/api', headers: { cookie: long } }),
  'a host of 2 MB': message({ path: '/api', headers: { host: long } }),
  'trailers of 2 MB': Buffer.concat([
    message({ method: 'POST', path: '/api/v1/namespaces', headers: { 'transfer-encoding': 'chunked' } }),
    Buffer.from(`2\r\n{}\r\n0\r\nx: ${long}\r\n\r\n`),
  ]),
  'an extension of a chunk of 2 MB': Buffer.concat([
    message({ method: 'POST', path: '/api/v1/namespaces', headers: { 'transfer-encoding': 'chunked' } }),
    Buffer.from(`2;${long}\r\n{}\r\n0\r\n\r\n`),
  ]),
}

/** Fields that reach the filters, large or strange. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a token of 500 KB': { authorization: `Bearer ${'a'.repeat(500_000)}` },
  'a token of dots': { authorization: `Bearer ${'.'.repeat(500_000)}` },
  'basic authentication of 500 KB': { authorization: `Basic ${'QQ'.repeat(250_000)}` },
  'ten thousand media types': { accept: 'a/b;q=0.1,'.repeat(10_000) },
  'ten thousand parameters of a media type': { accept: `application/json${';a=b'.repeat(10_000)}` },
  'a media type of quotes': { accept: `application/json;${'"'.repeat(100_000)}` },
  'a table of no version': { accept: 'application/json;as=Table;g=meta.k8s.io;v=__proto__' },
  'ten thousand encodings': { 'accept-encoding': 'gzip;q=0.1,'.repeat(10_000) },
  'an origin of 500 KB': { origin: `https://${'a'.repeat(500_000)}` },
  'impersonation of 500 KB': { 'impersonate-user': 'a'.repeat(500_000) },
  'impersonated groups without a user': { 'impersonate-group': 'system:masters' },
  'impersonated extra with a broken escape': { 'impersonate-user': 'a', 'impersonate-extra-%zz': 'x' },
  'impersonated extra named __proto__': { 'impersonate-user': 'a', 'impersonate-extra-__proto__': 'x' },
  'an audit id of 500 KB': { 'audit-id': 'a'.repeat(500_000) },
  'bytes that are no text': { 'user-agent': '\xff\xfe\x80' },
  'a front proxy that is none': { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' },
}

function overHTTP1(): Attack[] {
  return [
    ...Object.entries(heads).flatMap(([form, bytes]): Attack[] => [
      { name: `head: ${form}`, run: (ports) => send({ bytes }, ports), expected: 'refused' },
      { name: `head over TLS: ${form}`, run: (ports) => send({ bytes, secure: true }, ports), expected: 'refused' },
    ]),
    ...Object.entries(fields).map(([form, headers]): Attack => {
      const bytes = message({ path: '/api/v1/namespaces/default', headers })
      return { name: `field: ${form}`, run: (ports) => send({ bytes }, ports), expected: 'answered' }
    }),
  ]
}

const over2: Readonly<Record<string, Fields>> = {
  'a value of 2 MB': { x: long },
  'a path of 2 MB': { ':path': `/${long}` },
  'ten thousand fields': many(10_000),
  'three hundred fields': many(300),
  'a method that is none': { ':method': 'no such' },
  'a path without a slash': { ':path': 'api' },
  'an empty path': { ':path': '' },
  'a star for a path': { ':path': '*' },
  'a path with a broken escape': { ':path': '/api/%zz' },
}

function overHTTP2(): Attack[] {
  return Object.entries(over2).map(([form, given]): Attack => {
    const run = (ports: Ports): Promise<Outcome> =>
      request(() => connect(`https://localhost:${ports.secure}`, { rejectUnauthorized: false }), given)
    return { name: `head over HTTP/2: ${form}`, run, expected: 'refused' }
  })
}

/** Heads of requests that are too long, too many, or say what makes no sense. */
export const hostileHeads: readonly Attack[] = [...overHTTP1(), ...overHTTP2()]
