import type { Attack } from './attack.js'
import { configMaps, send } from './http1.js'

const start = `POST ${configMaps} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer admin\r\ncontent-type: application/json\r\n`
const hidden = 'GET /version HTTP/1.1\r\nhost: a\r\n\r\n'

/** Ambiguous message boundaries, which two readers of a stream may interpret differently. */
const forms: Readonly<Record<string, string>> = {
  'length and chunks': `${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks and length': `${start}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'two lengths': `${start}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!${hidden}`,
  'two lengths in one field': `${start}content-length: 5, 6\r\n\r\nhello!${hidden}`,
  'chunked, then identity': `${start}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  'chunked in two fields, identity last': `${start}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
  'a blank before the colon': `${start}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a tab before the colon': `${start}transfer-encoding\t: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'an encoding that nobody knows': `${start}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a vertical tab before chunked': `${start}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a quoted encoding': `${start}transfer-encoding: "chunked"\r\n\r\n0\r\n\r\n${hidden}`,
  'a length with a plus': `${start}content-length: +5\r\n\r\nhello${hidden}`,
  'a length with a minus': `${start}content-length: -5\r\n\r\nhello${hidden}`,
  'a length in hexadecimal': `${start}content-length: 0x5\r\n\r\nhello${hidden}`,
  'a length with a blank': `${start}content-length: 5 5\r\n\r\nhello${hidden}`,
  'a length beyond 64 bits': `${start}content-length: 18446744073709551621\r\n\r\nhello${hidden}`,
  'an empty length': `${start}content-length: \r\n\r\nhello${hidden}`,
  'a folded line': `${start} folded: yes\r\ncontent-length: 0\r\n\r\n`,
  'a folded encoding': `${start}transfer-encoding:\r\n chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  'a carriage return alone': `GET / HTTP/1.1\r\nhost: a\r\nx: a\rtransfer-encoding: chunked\r\n\r\n`,
  'a zero byte in a value': 'GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n',
  'a zero byte in a name': 'GET / HTTP/1.1\r\nhost: a\r\nx\0: b\r\n\r\n',
  'a name with a blank': 'GET / HTTP/1.1\r\nhost: a\r\nx y: b\r\n\r\n',
  'a field without a name': 'GET / HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n',
  'a field without a colon': 'GET / HTTP/1.1\r\nhost: a\r\nx\r\n\r\n',
  'no host': 'GET /version HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /version HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'a chunk size that ends in a line feed': `${start}transfer-encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk without its end of line': `${start}transfer-encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n${hidden}`,
  'a chunk size with a blank': `${start}transfer-encoding: chunked\r\n\r\n2 2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk size of hexadecimal with 0x': `${start}transfer-encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'HTTP/9.9': 'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'HTTP/1.10': 'GET / HTTP/1.10\r\nhost: a\r\n\r\n',
  'a method that is none': 'G\x00T / HTTP/1.1\r\nhost: a\r\n\r\n',
  'a method with a brace': 'GE{T / HTTP/1.1\r\nhost: a\r\n\r\n',
  'a line without a version': 'GET /\r\nhost: a\r\n\r\n',
  'three words of path': 'GET / / / HTTP/1.1\r\nhost: a\r\n\r\n',
  'zero bytes': '\0\0\0\0\r\n\r\n',
  'the preface of HTTP/2 on a port of HTTP/1.1': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a hello of TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'an upgrade to HTTP/2 with a hidden request': `GET /api/v1/nosuch HTTP/1.1\r\nhost: a\r\nauthorization: Bearer admin\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n${hidden}`,
}

/** Forms by which one request is hidden in another. None may be answered twice. */
export const smuggling: readonly Attack[] = Object.entries(forms).flatMap(([form, bytes]) => [
  { name: `smuggling: ${form}`, run: (ports) => send({ bytes }, ports), expected: 'refused' },
  { name: `smuggling over TLS: ${form}`, run: (ports) => send({ bytes, secure: true }, ports), expected: 'refused' },
])
