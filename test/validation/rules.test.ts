import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fieldPath,
  getWarningsForCIDR,
  getWarningsForIP,
  isCIdentifier,
  isConfigMapKey,
  isDecimalInteger,
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainCaseless,
  isDNS1123SubdomainWithUnderscore,
  isDomainPrefixedKey,
  isDomainPrefixedPath,
  isEnvVarName,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
  isHTTPHeaderName,
  isPathSegmentName,
  isPrefixedQualifiedName,
  isQualifiedName,
  isRelaxedEnvVarName,
  isValidCIDR,
  isValidCIDRForLegacyField,
  isValidGroupID,
  isValidInterfaceAddress,
  isValidIP,
  isValidIPForLegacyField,
  isValidIPv4Address,
  isValidIPv6Address,
  isValidLabelValue,
  isValidPercent,
  isValidPortName,
  isValidPortNum,
  isValidUserID,
  isWildcardDNS1123Subdomain,
  maxError,
  minError,
  nameIsDNSSubdomain,
  stringFormats,
} from '../../src/validation/index.js'

const path = fieldPath('field')
const long = 'a'.repeat(64)

/** What each rule accepts and refuses. */
const tables: readonly [name: string, rule: (value: string) => string[], good: string[], bad: string[]][] = [
  [
    'isDNS1123Label',
    isDNS1123Label,
    ['a', '0', 'a-b', '1-1', 'a'.repeat(63)],
    ['', '-', 'a-', '-a', 'A', 'a_b', long, 'a\n', 'é'],
  ],
  [
    'isDNS1123Subdomain',
    isDNS1123Subdomain,
    ['a', 'a.b', '0.0', `${'a.'.repeat(126)}a`],
    ['', '.', 'a.', '.a', 'a..b', 'A.b', 'a.-b', `${'a.'.repeat(126)}ab`],
  ],
  ['isDNS1123SubdomainCaseless', isDNS1123SubdomainCaseless, ['A.b', 'a'], ['A_', 'A.', 'é']],
  ['isDNS1123SubdomainWithUnderscore', isDNS1123SubdomainWithUnderscore, ['_a.b', 'a_b', '_a._b'], ['a_', '__a', 'A']],
  ['isDNS1035Label', isDNS1035Label, ['a', 'a-1'], ['1a', 'a.b', 'a-', '', long]],
  ['isWildcardDNS1123Subdomain', isWildcardDNS1123Subdomain, ['*.a', '*.a.b'], ['*', 'a', '*a', '*.*.a', 'a.*.b']],
  [
    'isQualifiedName',
    isQualifiedName,
    ['a', 'A.b_c-d', 'example.com/a', `${'a'.repeat(253)}/a`],
    ['', '/', 'a/', '/a', 'a/b/c', 'A/b', '-a', long],
  ],
  ['isPrefixedQualifiedName', isPrefixedQualifiedName, ['example.com/a'], ['a', '/a']],
  ['isValidLabelValue', isValidLabelValue, ['', 'a', 'A_1.b-c'], ['-', 'a-', '_a', long, 'a b', 'a\n']],
  ['isCIdentifier', isCIdentifier, ['a', '_1', 'aB'], ['', '1a', 'a-b', 'a.b']],
  ['isValidPercent', isValidPercent, ['0%', '100%'], ['', '%', '1', '1%%', '-1%', '1.5%', '1%\n']],
  ['isHTTPHeaderName', isHTTPHeaderName, ['X-A', '1'], ['', 'a b', 'a_b']],
  ['isEnvVarName', isEnvVarName, ['A', '_a', 'a.b', '-a'], ['', '1a', 'a=b', '.', '..', '..a', 'a b']],
  ['isRelaxedEnvVarName', isRelaxedEnvVarName, ['1', 'a b', '~!'], ['', 'a=b', 'é', '\t', '\x7f']],
  ['isConfigMapKey', isConfigMapKey, ['a', '.a', 'A_1'], ['', '.', '..', '..a', 'a/b', 'a'.repeat(254)]],
  ['isValidPortName', isValidPortName, ['http', 'a-1', '1a'], ['', '1', 'A', 'a--b', '-a', 'a-', 'a'.repeat(16)]],
  ['isDecimalInteger', isDecimalInteger, ['0', '1', '-10'], ['', '-', '-0', '00', '+1', '1.0', '0x1', '1 ']],
  ['isPathSegmentName', isPathSegmentName, ['', 'a', '...', 'é'], ['.', '..', 'a/b', 'a%b']],
]

describe.each(tables.map(([name, rule, good, bad]) => ({ name, rule, good, bad })))('$name', ({ rule, good, bad }) => {
  it.each(good)('accepts %j', (value) => expect(rule(value)).toEqual([]))
  it.each(bad)('refuses %j', (value) => expect(rule(value)).not.toEqual([]))
  it('answers long input at once', () => {
    for (const unit of ['a', 'a.', '-', '1', 'a/', '=']) expect(Array.isArray(rule(unit.repeat(100_000)))).toBe(true)
  })
})

const portCharacters = 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'
const portLetter = 'must contain at least one letter (a-z)'

describe('messages', () => {
  it('name every problem in the words of Go', () => {
    expect(isDNS1123Label('a.b')).toEqual(['must not contain dots'])
    expect(isDNS1123Label('')).toEqual([
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ])
    expect(isQualifiedName(`/${long}`)).toEqual([
      'prefix part must be non-empty',
      'name part must be no more than 63 bytes',
    ])
    expect(isQualifiedName(`${'é'.repeat(127)}/a`)[0]).toBe('prefix part must be no more than 253 bytes')
    expect(isQualifiedName(`${'é'.repeat(126)}/a`)).toHaveLength(1)
    expect(isQualifiedName(`${'b'.repeat(62)}-`)).toEqual([expect.stringMatching(/^name part must consist of/)])
    expect(isPrefixedQualifiedName('-a')).toEqual(isQualifiedName('-a'))
    expect(isQualifiedName('-/a/b')).toEqual([
      "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ])
    expect(isQualifiedName(`a_/${'b'.repeat(63)}`)).toEqual([
      expect.stringMatching(/^prefix part a lowercase RFC 1123/),
    ])
    expect(isQualifiedName('')).toEqual([
      'name part must be non-empty',
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ])
    expect(isValidLabelValue(long)).toEqual(['must be no more than 63 bytes'])
    expect(isDNS1123Subdomain('a'.repeat(254))).toEqual(['must be no more than 253 characters'])
    expect(isQualifiedName(`${'a'.repeat(254)}/a`)).toEqual(['prefix part must be no more than 253 bytes'])
    const shortName = stringFormats.get('k8s-short-name')?.(path, long) ?? []
    expect(shortName.map((error) => error.detail)).toEqual(['must be no more than 63 bytes'])
    expect(isRelaxedEnvVarName('')).toEqual(['environment variable name must be non-empty'])
    expect([isConfigMapKey('a'.repeat(253)), isConfigMapKey('a'.repeat(254))]).toEqual([
      [],
      ['must be no more than 253 characters'],
    ])
    expect([minError(4), maxError(2n)]).toEqual([
      'must be greater than or equal to 4',
      'must be less than or equal to 2',
    ])
    expect(isValidPortNum(0)).toEqual(['must be between 1 and 65535, inclusive'])
    expect(isValidPortNum(65_535)).toEqual([])
  })

  it.each<[string[], string[]]>([
    [isValidPortName(''), [portCharacters, portLetter]],
    [isValidPortName('1'), [portLetter]],
    [isValidPortName('a.b'), [portCharacters]],
    [isValidPortName('a-'), ['must not begin or end with a hyphen']],
    [isValidPortName('-a'), ['must not begin or end with a hyphen']],
    [isValidPortName('a--b'), ['must not contain consecutive hyphens']],
    [
      isValidPortName('--'),
      [portLetter, 'must not contain consecutive hyphens', 'must not begin or end with a hyphen'],
    ],
    [isValidPortName('a'.repeat(15)), []],
    [isValidPortName('a'.repeat(16)), ['must be no more than 15 characters']],
    [isDecimalInteger(''), ['must be non-empty']],
    [isDecimalInteger('a1'), ['must be a valid decimal integer in canonical form']],
    [isConfigMapKey('.'), ["must not be '.'"]],
    [isConfigMapKey('..'), ["must not be '..'"]],
    [isConfigMapKey('..a'), ["must not start with '..'"]],
    [isPathSegmentName('..'), ["may not be '..'"]],
    [isPathSegmentName('a/b%'), ["may not contain '/'", "may not contain '%'"]],
    [isValidPortNum(1), []],
    [isValidPortNum(65_536), ['must be between 1 and 65535, inclusive']],
    [isValidGroupID(0), []],
    [isValidGroupID(-1), ['must be between 0 and 2147483647, inclusive']],
    [isValidUserID(2_147_483_647), []],
    [isValidUserID(2_147_483_648), ['must be between 0 and 2147483647, inclusive']],
    [isDNS1123SubdomainCaseless('a'.repeat(254)), ['must be no more than 253 bytes']],
    [
      isDNS1123SubdomainCaseless('_'),
      [
        "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    [isPrefixedQualifiedName('a'), ["must include a prefix (e.g. 'example.com/key')"]],
    [isQualifiedName(`${'a'.repeat(253)}/${'b'.repeat(63)}`), []],
    [isValidLabelValue('a'.repeat(63)), []],
  ])('are those of Go: %#', (said, messages) => {
    expect(said).toEqual(messages)
  })

  it('count bytes', () => {
    expect(isValidLabelValue('é'.repeat(32))).toContain('must be no more than 63 bytes')
    expect(isValidLabelValue('é'.repeat(31))).not.toContain('must be no more than 63 bytes')
  })

  it('let a generated name end in a dash', () => {
    expect(nameIsDNSSubdomain('ab-', true)).toEqual([])
    expect(nameIsDNSSubdomain('ab-', false)).not.toEqual([])
    expect(nameIsDNSSubdomain('-', true)).not.toEqual([])
  })
})

describe('rules with field errors', () => {
  const messages = (errors: readonly Error[]): string[] => errors.map((error) => error.message)

  it('judge domains', () => {
    expect(messages(isFullyQualifiedName(path, ''))).toEqual(['field: Required value'])
    expect(isFullyQualifiedName(path, 'a.b.c')).toEqual([])
    expect(messages(isFullyQualifiedName(path, 'a.b'))).toEqual([
      'field: Invalid value: "a.b": should be a domain with at least three segments separated by dots',
    ])
    expect(isFullyQualifiedDomainName(path, 'a.b.')).toEqual([])
    expect(messages([...isFullyQualifiedDomainName(path, ''), ...isFullyQualifiedDomainName(path, 'a.')])).toEqual([
      'field: Required value',
      'field: Invalid value: "a": should be a domain with at least two segments separated by dots',
    ])
    const twoProblems = `${'a.'.repeat(127)}-`
    for (const rule of [isFullyQualifiedName, isFullyQualifiedDomainName]) {
      expect(messages(rule(path, twoProblems))).toEqual([
        expect.stringMatching(/": must be no more than 253 characters,a lowercase RFC 1123 subdomain must consist/),
      ])
    }
    expect(messages(isFullyQualifiedDomainName(path, `a.${long}`))).toEqual([
      `field: Invalid value: "${long}": must be no more than 63 characters`,
    ])
    expect(isDomainPrefixedPath(path, 'acme.io/a~b/c')).toEqual([])
    expect(messages(isDomainPrefixedPath(path, 'acme.io'))).toEqual([
      'field: Invalid value: "acme.io": must be a domain-prefixed path (such as "acme.io/foo")',
    ])
    expect(messages(isDomainPrefixedPath(path, 'acme.io/a b'))).toEqual([
      `field: Invalid value: "a b": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')`,
    ])
    expect(messages(isDomainPrefixedPath(path, 'Acme/a'))).toEqual([
      expect.stringMatching(/^field: Invalid value: "Acme": a lowercase RFC 1123 subdomain/),
    ])
    for (const value of ['/a', 'acme.io/']) {
      expect(messages(isDomainPrefixedPath(path, value))).toEqual([
        expect.stringContaining('must be a domain-prefixed'),
      ])
    }
    expect(messages([...isDomainPrefixedPath(path, ''), ...isDomainPrefixedKey(path, '')])).toEqual([
      'field: Required value',
      'field: Required value',
    ])
    expect(messages(isDomainPrefixedKey(path, 'a b'))).toEqual([
      expect.stringMatching(/^field: Invalid value: "a b": name part must consist of/),
    ])
    expect(isDomainPrefixedKey(path, 'acme.io/foo')).toEqual([])
    expect(messages(isDomainPrefixedKey(path, 'foo'))).toEqual([
      'field: Invalid value: "foo": must be a domain-prefixed key (such as "acme.io/foo")',
    ])
  })

  it.each(['1.2.3.4', '::', '::1', 'fe80::1', '2001:db8::ffff', '1:2:3:4:5:6:7:8', '0:0:1::'])(
    'accept the IP %s',
    (ip) => {
      expect(isValidIP(path, ip)).toEqual([])
    },
  )

  it.each([
    ['01.2.3.4', 'must not have leading 0s'],
    ['::ffff:1.2.3.4', 'must not be an IPv4-mapped IPv6 address'],
    ['::FFFF:0102:0304', 'must not be an IPv4-mapped IPv6 address'],
    ['FE80::1', 'must be in canonical form ("fe80::1")'],
    ['1:0:0:2:0:0:0:3', 'must be in canonical form ("1:0:0:2::3")'],
    ['1::2:3:4:5:6:7', 'must be in canonical form ("1:0:2:3:4:5:6:7")'],
    ['00001::', 'must not have leading 0s'],
    ['1.2.3.256', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1.2.3', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1:2:3:4:5:6:7:8::', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    [':::', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1::2::3', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1:1.2.3.4::', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['10000::', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1:2:3:4:5:6:7:8:9', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1:2:3:4:5:6:7:8:1.2.3.4', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['1::2:3:4:5:6:7:8', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ['0ffff::', 'must not have leading 0s'],
    ['::1.2.3.04', 'must not have leading 0s'],
    ['::1.2.3.4', 'must be in canonical form ("::102:304")'],
    ['1:2:3:4:5:6:7::', 'must be in canonical form ("1:2:3:4:5:6:7:0")'],
    ['fe80::1%eth0', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
  ])('refuse the IP %s: %s', (ip, detail) => {
    expect(messages(isValidIP(path, ip))).toEqual([`field: Invalid value: ${JSON.stringify(ip)}: ${detail}`])
  })

  it('agree with a model of IPv6 compression', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0, 0, 1, 0xabc), { minLength: 8, maxLength: 8 }), (groups) => {
        const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]/`)
        expect(isValidIP(path, url.hostname.slice(1, -1))).toEqual([])
      }),
    )
  })

  it('judge networks', () => {
    expect(isValidCIDR(path, '10.9.8.0/24')).toEqual([])
    expect(isValidCIDR(path, '2001:db8::/64')).toEqual([])
    expect(isValidCIDR(path, '0.0.0.0/0')).toEqual([])
    const details = (value: string): string[] => isValidCIDR(path, value).map((error) => error.detail)
    expect(details('10.9.8.7/24')).toEqual(['must not have bits set beyond the prefix length'])
    expect(details('10.9.8.0/024')).toEqual(['must not have leading 0s in IP or prefix length'])
    expect(details('::ffff:1.2.3.0/120')).toEqual(['must not have an IPv4-mapped IPv6 address'])
    expect(details('2001:DB8::/64')).toEqual(['must be in canonical form ("2001:db8::/64")'])
    for (const value of ['10.9.8.0', '10.9.8.0/33', '::/129', '/8', '1.2.3.4/', '1.2.3.4/8/8']) {
      expect(details(value)).toEqual(['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'])
    }
  })

  it('judge interface addresses', () => {
    expect(isValidInterfaceAddress(path, '10.9.8.7/24')).toEqual([])
    expect(isValidInterfaceAddress(path, '10.9.8.7/32')).toEqual([])
    expect(isValidInterfaceAddress(path, 'x').map((error) => error.detail)).toEqual([
      'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
    ])
    expect(getWarningsForCIDR(path, 'x')).toEqual([])
    expect(isValidInterfaceAddress(path, '::ffff:1.2.3.4/120').map((error) => error.detail)).toEqual([
      'must be in canonical form ("1.2.3.4/24")',
    ])
  })

  it('are lenient with old fields', () => {
    expect(isValidIPForLegacyField(path, '01.2.3.4', { strict: false })).toEqual([])
    expect(isValidIPForLegacyField(path, '01.2.3.4', { strict: true })).toHaveLength(1)
    expect(isValidIPForLegacyField(path, 'x', { strict: true, validOld: ['x'] })).toEqual([])
    expect(isValidIPForLegacyField(path, 'x', { strict: false }).map(({ origin }) => origin)).toEqual([
      'format=ip-sloppy',
    ])
    expect(isValidIP(path, 'x').map(({ origin }) => origin)).toEqual(['format=ip-strict'])
    expect(isValidCIDRForLegacyField(path, 'x', { strict: true, validOld: ['y', 'x'] })).toEqual([])
    expect(isValidCIDRForLegacyField(path, 'x', { strict: true, validOld: ['y'] })).toHaveLength(1)
    expect(isValidCIDRForLegacyField(path, '1.2.3.4/8', { strict: false })).toEqual([])
    expect(isValidCIDRForLegacyField(path, '1.2.3.4/8', { strict: true })).toHaveLength(1)
  })

  it('tell the families of addresses apart', () => {
    const families = (value: string): string[] =>
      messages([...isValidIPv4Address(path, value), ...isValidIPv6Address(path, value)])
    const [four, six] = ['must be a valid IPv4 address', 'must be a valid IPv6 address']
    for (const value of ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4']) {
      expect(families(value)).toEqual([`field: Invalid value: "${value}": ${six}`])
    }
    expect(families('::1')).toEqual([`field: Invalid value: "::1": ${four}`])
    expect(families('x')).toEqual([`field: Invalid value: "x": ${four}`, `field: Invalid value: "x": ${six}`])
  })

  it('warn about odd forms', () => {
    expect([getWarningsForIP(path, 'x'), getWarningsForIP(path, '2001:db8::')]).toEqual([[], []])
    expect(getWarningsForCIDR(path, '2001:db8::/64')).toEqual([])
    expect(getWarningsForIP(path, '1.2.3.4')).toEqual([])
    expect(getWarningsForIP(path, '01.2.3.4')).toEqual([
      'field: non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"',
    ])
    expect(getWarningsForIP(path, 'FE80::1')).toEqual([
      'field: IPv6 address "FE80::1" should be in RFC 5952 canonical format ("fe80::1")',
    ])
    expect(getWarningsForCIDR(path, '1.2.3.4/8')).toEqual([
      'field: CIDR value "1.2.3.4/8" is ambiguous in this context (should be "1.0.0.0/8" or "1.2.3.4/32"?)',
    ])
    expect(getWarningsForCIDR(path, '::ffff:1.2.3.0/120')).toEqual([
      'field: non-standard CIDR value "::ffff:1.2.3.0/120" is invalid: use "1.2.3.0/24"',
    ])
    expect(getWarningsForCIDR(path, '2001:DB8::/64')).toEqual([
      'field: IPv6 CIDR value "2001:DB8::/64" should be in RFC 5952 canonical format ("2001:db8::/64")',
    ])
  })
})

describe('string formats', () => {
  it.each([
    ['k8s-short-name', 'a', 'a.b'],
    ['k8s-long-name', 'a.b', 'A'],
    ['k8s-long-name-caseless', 'A.b', '_'],
    ['k8s-label-key', 'a/b', '/'],
    ['k8s-prefixed-label-key', 'a/b', 'b'],
    ['k8s-label-value', '', '-'],
    ['k8s-path-segment-name', 'a', '..'],
    ['k8s-uuid', '123e4567-e89b-12d3-a456-426614174000', '123E4567-e89b-12d3-a456-426614174000'],
    ['k8s-resource-pool-name', 'a/b.c', 'a//b'],
    ['k8s-extended-resource-name', 'example.com/a', 'kubernetes.io/a'],
    ['k8s-resource-fully-qualified-name', 'a.b/c_d', 'c_d'],
  ])('%s accepts %j and refuses %j', (name, good, bad) => {
    const format = stringFormats.get(name)
    expect(format?.(path, good)).toEqual([])
    const errors = format?.(path, bad) ?? []
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error.origin).toBe(`format=${name}`)
  })
})
