import type { Attack } from './attack.js'
import { configMaps, message, send } from './http1.js'

const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
const exec = '/api/v1/namespaces/default/pods/nosuch/exec?command=sh&stdout=1'
const watch = `${configMaps}?watch=1`

/** Upgrades that are refused: a `Status` or plain text, and the connection ends. */
const refused: Readonly<Record<string, { readonly path: string; readonly headers: Readonly<Record<string, string>> }>> =
  {
    'a pod that is not there': { path: exec, headers: upgrade },
    'no key': { path: watch, headers: { ...upgrade, 'sec-websocket-key': '' } },
    'a key of a megabyte': { path: watch, headers: { ...upgrade, 'sec-websocket-key': 'A'.repeat(900_000) } },
    'a version of tomorrow': { path: watch, headers: { ...upgrade, 'sec-websocket-version': '99' } },
    'a protocol that nobody speaks': {
      path: exec,
      headers: { ...upgrade, 'sec-websocket-protocol': 'x'.repeat(100_000) },
    },
    SPDY: { path: exec, headers: { connection: 'upgrade', upgrade: 'SPDY/3.1' } },
    'a token in the protocol that is broken': {
      path: watch,
      headers: {
        ...upgrade,
        authorization: '',
        'sec-websocket-protocol': 'base64url.bearer.authorization.k8s.io.!!!!',
      },
    },
  }

const frames: Readonly<Record<string, Uint8Array>> = {
  'a frame without a mask': Buffer.from('810548656c6c6f', 'hex'),
  'a reserved bit': Buffer.from('f18000000000', 'hex'),
  'an opcode that nobody knows': Buffer.from('838000000000', 'hex'),
  'a ping in pieces': Buffer.from('098000000000', 'hex'),
  'a ping of 126 bytes': Buffer.concat([Buffer.from('89fe007e00000000', 'hex'), Buffer.alloc(126)]),
  'a length of 2^63': Buffer.from('82ffffffffffffffffff00000000', 'hex'),
  'a length of 32 MB': Buffer.from('82ff000000000200000000000000', 'hex'),
  'a continuation of nothing': Buffer.from('808000000000', 'hex'),
  'a close of one byte': Buffer.from('88810000000000', 'hex'),
  'a close with a code that is none': Buffer.from('88820000000003e7', 'hex'),
  'text that is no text': Buffer.from('818200000000fffe', 'hex'),
}

/** Upgrades to web sockets, and frames of them, that make no sense. */
export const webSockets: readonly Attack[] = [
  ...Object.entries(refused).map(([form, { path, headers }]): Attack => {
    return {
      name: `upgrade: ${form}`,
      run: (ports) => send({ bytes: message({ path, headers }), untilClosed: true }, ports),
      expected: 'closed',
    }
  }),
  ...Object.entries(frames).map(([form, bytes]): Attack => {
    const all = Buffer.concat([message({ path: watch, headers: upgrade }), bytes])
    return {
      name: `web socket: ${form}`,
      run: (ports) => send({ bytes: all, untilClosed: true }, ports),
      expected: 'closed',
    }
  }),
]
