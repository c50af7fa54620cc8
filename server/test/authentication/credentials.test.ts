import { X509Certificate } from 'node:crypto'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { anonymousAuthenticator } from '../../src/authentication/anonymous.js'
import type { Authenticator } from '../../src/authentication/authenticator.js'
import { bearerTokenAuthenticator } from '../../src/authentication/bearer-token.js'
import { clientCertificateAuthenticator } from '../../src/authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../../src/authentication/request-header.js'
import { tokenFileAuthenticator } from '../../src/authentication/token-file.js'
import { unionAuthenticator } from '../../src/authentication/union.js'
import { wantedUserOf } from '../../src/filters/impersonation/wanted-user.js'
import type { ServerRequest } from '../../src/request/http.js'

/** Of jane in team-a, with the uid 8f5ea9d1; made with openssl, signed by itself. */
const withUID = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBvDCCAWOgAwIBAgIUOpw+h7veHrFa8IvsRVW2V4LoBtEwCgYIKoZIzj0EAwIw
OTENMAsGA1UEAwwEamFuZTEPMA0GA1UECgwGdGVhbS1hMRcwFQYJKwYBBAGDwlMC
DAg4ZjVlYTlkMTAgFw0yNjExMjIxODU1MzNaGA8yMTI2MTAyOTE4NTUzM1owOTEN
MAsGA1UEAwwEamFuZTEPMA0GA1UECgwGdGVhbS1hMRcwFQYJKwYBBAGDwlMCDAg4
ZjVlYTlkMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCBQjdxsfouWen5V0kE4
LaLH7ytQhz24Fd9boDiBmeQQNtQ+AFarO06pbjI1sTh3UVEWJkRqS5e3NnQTOQWI
M6ijRzBFMA8GA1UdEwEB/wQFMAMBAf8wEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYD
VR0OBBYEFJYYynHYAQ6ZUUkcw5vIn+KQO8TYMAoGCCqGSM49BAMCA0cAMEQCIDYl
1BgHKF9svAFS3813QV1Q2BiYa3T0kEd2EbmRIsqZAiAaASrM79wnQ0eSJWbBQl7i
eG4/kgrgu2WU0oLEmsvuRA==
-----END CERTIFICATE-----`)
/** As {@link withUID}, with two uids. */
const withTwoUIDs = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIB6jCCAY+gAwIBAgIUFsN5KTEepjA0mR+oXVhKpg3IT/gwCgYIKoZIzj0EAwIw
TzENMAsGA1UEAwwEamFuZTEPMA0GA1UECgwGdGVhbS1hMRcwFQYJKwYBBAGDwlMC
DAg4ZjVlYTlkMTEUMBIGCSsGAQQBg8JTAgwFb3RoZXIwIBcNMjYxMTIyMTg1NTMz
WhgPMjEyNjEwMjkxODU1MzNaME8xDTALBgNVBAMMBGphbmUxDzANBgNVBAoMBnRl
YW0tYTEXMBUGCSsGAQQBg8JTAgwIOGY1ZWE5ZDExFDASBgkrBgEEAYPCUwIMBW90
aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE571Ed6hTmYFl4BSL/QK8oUcq
f0xSV76D7R4wY2QsafbdkiFdjynDNfiY6tfP7VIc8lzojhf31tHXAERRRyMGlqNH
MEUwDwYDVR0TAQH/BAUwAwEB/zATBgNVHSUEDDAKBggrBgEFBQcDAjAdBgNVHQ4E
FgQUcS/Wxjvcpf11J6quR7KDzm+QDwwwCgYIKoZIzj0EAwIDSQAwRgIhAIpqDFVa
5S/OijO774QAlQACaog7bCJJe9OH4SjJUnfRAiEAspc1IrK3oLJnWtRTGthy1Ff2
61jWpGd7ERQeNqUwHbc=
-----END CERTIFICATE-----`)
const clock = new FakeClock(new Date('2030-01-01'))

/** A request as node:http has it: names in lower case, and pairs as they came. */
function requestWith(fields: Readonly<Record<string, readonly string[]>>, peer?: X509Certificate): ServerRequest {
  const rawHeaders = Object.entries(fields).flatMap(([name, values]) => values.flatMap((value) => [name, value]))
  const headers = Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name.toLowerCase(), values.join(', ')]),
  )
  const warnings: string[] = []
  return {
    headers,
    rawHeaders,
    path: '/api',
    warnings: { addWarning: (_agent: string, text: string) => void warnings.push(text), texts: warnings },
    ...(peer && { peerCertificate: { chain: [peer.raw] } }),
  } as unknown as ServerRequest
}

// Cases of TestTokenFile and its neighbours in k8s.io/apiserver.
describe('a token file', () => {
  const tokens = tokenFileAuthenticator(`
token1,user1,uid1
token3,user3,uid3,"group1,group2"
token5,user5,uid5,group5
token6,user6,uid6,group5,otherdata
"token""7","user
7", uid7 ,"group1,group2",otherdata\r

,user8,uid8
token9,,uid9,
token1,user1b,uid1b
`)
  it.each([
    ['token1', { name: 'user1b', uid: 'uid1b', groups: [] }],
    ['token3', { name: 'user3', uid: 'uid3', groups: ['group1', 'group2'] }],
    ['token5', { name: 'user5', uid: 'uid5', groups: ['group5'] }],
    ['token6', { name: 'user6', uid: 'uid6', groups: ['group5'] }],
    ['token"7', { name: 'user\n7', uid: ' uid7 ', groups: ['group1', 'group2'] }],
    ['token9', { name: '', uid: 'uid9', groups: [''] }],
  ])('knows %s', async (token, user) => {
    expect((await tokens.authenticateToken(token, { audiences: [] }))?.user).toMatchObject(user)
  })

  it.each(['', 'token8', 'token'])('does not know %j', async (token) => {
    expect(await tokens.authenticateToken(token, { audiences: [] })).toBeUndefined()
  })

  it.each([
    ['token4\n', "token file 'f' must have at least 3 columns (token, user name, user uid), found 1"],
    ['a,b,c\ntoken3,user3\n', 'found 2'],
    ['a,b,c\na,b"c,d\n', 'parse error on line 2'],
    ['a,b,"c"d\n', 'parse error on line 1'],
  ])('%j is refused', (text, message) => {
    expect(() => tokenFileAuthenticator(text, 'f')).toThrow(message)
  })
})

// Facts of TestRequestHeader.
describe('header fields of a front proxy', () => {
  const known = async (fields: Readonly<Record<string, readonly string[]>>, options: object = {}) => {
    const authenticator = requestHeaderAuthenticator({
      usernameHeaders: ['x-remote-user', 'a-second-x-remote-user'],
      uidHeaders: ['x-remote-uid-1', 'x-remote-uid-2'],
      groupHeaders: ['x-remote-group-1', 'x-remote-group-2'],
      extraHeaderPrefixes: ['x-remote-extra-1-', 'x-remote-extra-2-'],
      allowedNames: [],
      authorities: { certificates: () => [withUID], clock },
      ...options,
    })
    return (await authenticator.authenticate(requestWith(fields, withUID)))?.user
  }

  it('name a user, by the first field with a value', async () => {
    expect(await known({})).toBeUndefined()
    expect(await known({ 'X-Remote-User-With-Suffix': ['Bob'] })).toBeUndefined()
    expect(await known({ 'X-Remote-User': ['', 'later'], 'A-Second-X-Remote-User': ['Bob', 'x'] })).toMatchObject({
      name: 'Bob',
      uid: '',
      groups: [],
      extra: {},
    })
  })

  it('have uids, groups and extra values, several fields for one key', async () => {
    const user = await known({
      'X-Remote-User': ['Bob'],
      'X-Remote-Uid-1': ['8f'],
      'X-Remote-Uid-2': ['c7'],
      'X-Remote-Group-1': ['one-a', '', 'one-b'],
      'X-Remote-Group-2': ['two-a'],
      'X-Remote-extra-1-key1': ['alfa', 'bravo'],
      'X-Remote-Extra-1-Key2': ['charlie', ''],
      'X-Remote-Extra-1-': ['india'],
      'X-Remote-extra-2-': ['kilo'],
      'X-Remote-extra-2-Key1': ['echo'],
    })
    expect(user).toEqual({
      name: 'Bob',
      uid: '8f',
      groups: ['one-a', 'one-b', 'two-a'],
      extra: { key1: ['alfa', 'bravo', 'echo'], key2: ['charlie', ''], '': ['india', 'kilo'] },
    })
  })

  it.each([
    ['Percent%20encoded', 'percent encoded'],
    ['Almost%zzpercent%xxencoded', 'almost%zzpercent%xxencoded'],
    ['Example.com%2fpercent%2520encoded', 'example.com/percent%20encoded'],
    ['Example.com%2F%E4%BB%8A%E6%97%A5%E3%81%AF', 'example.com/今日は'],
    ["Abc123!#$+.-_*\\^`~|'", "abc123!#$+.-_*\\^`~|'"],
    ['__proto__', '__proto__'],
  ])('have the key %s', async (field, key) => {
    const user = await known({ 'X-Remote-User': ['Bob'], [`X-Remote-Extra-1-${field}`]: ['v'] })
    expect(Object.entries(user?.extra ?? {})).toEqual([[key, ['v']]])
  })

  it('are for proxies with the right name', async () => {
    await expect(known({ 'X-Remote-User': ['Bob'] }, { allowedNames: ['joe'] })).rejects.toThrow(
      'x509: subject with cn=jane is not in the allowed list',
    )
    expect(await known({ 'X-Remote-User': ['Bob'] }, { allowedNames: ['joe', 'jane'] })).toMatchObject({ name: 'Bob' })
  })
})

it('impersonation gathers the values of all fields of a key', () => {
  const fields = { 'Impersonate-User': ['a'], 'Impersonate-Extra-b%62': ['1'], 'Impersonate-Extra-bb': ['2', ''] }
  expect(wantedUserOf(requestWith(fields), true)?.extra).toEqual({ bb: ['1', '2', ''] })
})

// Facts of TestX509 and TestUserInfo.
describe('a client certificate', () => {
  const known = async (certificate: X509Certificate) => {
    const authenticator = clientCertificateAuthenticator({ certificates: () => [certificate], clock })
    return (await authenticator.authenticate(requestWith({}, certificate)))?.user
  }

  it('has the uid of its user', async () => {
    expect(await known(withUID)).toMatchObject({ name: 'jane', uid: '8f5ea9d1', groups: ['team-a'] })
  })

  it('with two uids is refused', async () => {
    await expect(known(withTwoUIDs)).rejects.toThrow('expected 1 UID, but found multiple: [8f5ea9d1 other]')
  })
})

// Facts of the tests of k8s.io/apiserver/pkg/authentication/request/bearertoken.
describe('a bearer token', () => {
  const tokens = bearerTokenAuthenticator({
    authenticateToken: async (token) =>
      token === 'token' ? { user: { name: 'user', uid: '', groups: [], extra: {} } } : undefined,
  })
  const ask = (value: string) => tokens.authenticate(requestWith({ Authorization: [value] }))

  it.each(['Bearer token', 'bearer token', 'Bearer token a b c', ' Bearer token '])('%j is taken', async (value) => {
    expect((await ask(value))?.user.name).toBe('user')
  })

  it.each(['', 'Bearer', 'bear token', 'Bearer: token', 'Basic token'])('%j is none', async (value) => {
    expect(await ask(value)).toBeUndefined()
  })

  it('that is unknown is refused', async () => {
    await expect(ask('Bearer other')).rejects.toThrow('invalid bearer token')
  })

  it('after two spaces is not read, with a warning', async () => {
    const request = requestWith({ Authorization: ['Bearer  token'] })
    expect(await tokens.authenticate(request)).toBeUndefined()
    expect((request.warnings as unknown as { texts: string[] }).texts).toEqual([
      'the provided Authorization header contains extra space before the bearer token, and is ignored',
    ])
  })
})

it('anonymous users may access the configured paths', async () => {
  const ask = async (paths?: readonly string[]) =>
    (await anonymousAuthenticator(paths === undefined ? {} : { paths }).authenticate(requestWith({})))?.user.name
  expect(await ask()).toBe('system:anonymous')
  expect(await ask(['/api'])).toBe('system:anonymous')
  expect(await ask(['/livez'])).toBeUndefined()
})

// Facts of the tests of k8s.io/apiserver/pkg/authentication/request/union.
describe('a union', () => {
  const user = (name: string) => ({ authenticate: async () => ({ user: { name, uid: '', groups: [], extra: {} } }) })
  const none = { authenticate: async () => undefined }
  const broken = (text: string) => ({ authenticate: async () => Promise.reject(new Error(text)) })
  const ask = async (...members: Authenticator[]) =>
    (await unionAuthenticator(...members).authenticate(requestWith({})))?.user.name

  it('takes the first success, even if others failed', async () => {
    expect(await ask(none, user('a'), user('b'))).toBe('a')
    expect(await ask(broken('x'), user('a'))).toBe('a')
    expect(await ask(none, none)).toBeUndefined()
    expect(await ask()).toBeUndefined()
  })

  it('reports all errors when none succeeds', async () => {
    await expect(ask(broken('first'), none, broken('second'))).rejects.toThrow('[first, second]')
  })
})
