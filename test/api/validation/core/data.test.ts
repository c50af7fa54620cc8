import { describe, expect, test } from 'vitest'
import { validateConfigMap, validateConfigMapUpdate } from '../../../../src/api/core/config-map/validation.js'
import { validateSecret, validateSecretUpdate, warningsForSecret } from '../../../../src/api/core/secret/validation.js'
import { ConfigMap, Secret } from '../../../../src/api/core/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

const metadata = { name: 'a', namespace: 'ns', resourceVersion: '1' }
const text = (value: string) => btoa(value)

describe('a ConfigMap', () => {
  test('has right keys, each once, and at most a mebibyte', () => {
    const map = (more: Partial<ConfigMap>) => messagesOf(validateConfigMap(new ConfigMap({ metadata, ...more })))
    expect(map({ data: { '.': '', 'a..b': '' } })).toEqual([
      expect.stringContaining('data[.]: Invalid value: ".": must not be \'.\''),
    ])
    expect(map({ data: { k: 'a' }, binaryData: { k: text('a') } })).toEqual([
      'data[k]: Invalid value: "k": duplicate of key present in binaryData',
    ])
    const half = 'a'.repeat(512 * 1024)
    expect(map({ data: { k: half }, binaryData: { l: text(half) } })).toEqual([])
    expect(map({ data: { k: half }, binaryData: { l: text(`${half}a`) } })).toEqual([
      '[]: Too long: may not be more than 1048576 bytes',
    ])
  })

  test('that is immutable stays so', () => {
    const old = new ConfigMap({ metadata, immutable: true, data: { a: 'b' }, binaryData: { c: text('d') } })
    const now = new ConfigMap({ metadata, data: { a: 'c' } })
    const detail = 'Forbidden: field is immutable when `immutable` is set'
    expect(messagesOf(validateConfigMapUpdate(now, old))).toEqual([
      `immutable: ${detail}`,
      `data: ${detail}`,
      `binaryData: ${detail}`,
    ])
    expect(messagesOf(validateConfigMapUpdate(now, now))).toEqual([])
  })
})

describe('a Secret', () => {
  test.each<[string, Partial<Secret>, string[]]>([
    ['of any type is right', { type: 'example.com/x' }, []],
    [
      'of a service account names it',
      { type: 'kubernetes.io/service-account-token' },
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    ['of Docker has its file', { type: 'kubernetes.io/dockercfg' }, ['data[.dockercfg]: Required value']],
    [
      'of Docker holds JSON',
      { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': text('{"a": "b') } },
      ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      'of Docker holds an object',
      { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': text('[1]') } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      'of a user has a name or a password',
      { type: 'kubernetes.io/basic-auth' },
      ['data[username]: Required value', 'data[password]: Required value'],
    ],
    ['of a user may have no name', { type: 'kubernetes.io/basic-auth', data: { password: text('x') } }, []],
    [
      'of SSH has a key',
      { type: 'kubernetes.io/ssh-auth', data: { 'ssh-privatekey': '' } },
      ['data[ssh-privatekey]: Required value'],
    ],
    [
      'of TLS has both parts',
      { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } },
      ['data[tls.key]: Required value'],
    ],
  ])('%s', (_, more, expected) => {
    expect(messagesOf(validateSecret(new Secret({ metadata, ...more })))).toEqual(expected)
  })

  test('keeps its type', () => {
    const old = new Secret({ metadata, type: 'Opaque' })
    expect(messagesOf(validateSecretUpdate(new Secret({ metadata, type: 'b' }), old))).toEqual([
      'type: Invalid value: "b": field is immutable',
    ])
  })

  const block = (type: string, body: string) => `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`
  const sequence = text('\x30\x00')
  test.each<[string, string, string, string[]]>([
    ['nothing', '', '', ['tls: failed to find any PEM data in certificate input']],
    [
      'parts that are switched',
      block('PRIVATE KEY', sequence),
      '',
      [
        'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
      ],
    ],
    [
      'other blocks',
      block('A', sequence) + block('B', sequence),
      '',
      [
        'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
      ],
    ],
    ['no key', block('CERTIFICATE', sequence), '', ['tls: failed to find any PEM data in key input']],
    [
      'a certificate for a key',
      block('CERTIFICATE', sequence),
      block('CERTIFICATE', sequence),
      ['tls: found a certificate rather than a key in the PEM for the private key'],
    ],
    [
      'what is no certificate',
      block('CERTIFICATE', text('x')),
      block('EC PRIVATE KEY', sequence),
      ['x509: malformed certificate'],
    ],
    [
      'what is no key',
      block('CERTIFICATE', sequence),
      block('PRIVATE KEY', text('x')),
      ['tls: failed to parse private key'],
    ],
    ['both', block('CERTIFICATE', sequence), block('RSA PRIVATE KEY', sequence), []],
  ])('of TLS with %s', (...[, certificate, key, expected]) => {
    const data = { 'tls.crt': text(certificate), 'tls.key': text(key) }
    expect(warningsForSecret(new Secret({ metadata, type: 'kubernetes.io/tls', data }))).toEqual(expected)
  })
})
