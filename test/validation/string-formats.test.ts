import { describe, expect, test } from 'vitest'
import { fieldPath, stringFormats } from '../../src/validation/index.js'

const notSubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const notIdentifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"
const notLabelKey =
  "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
const unqualified = 'a fully qualified name must be a domain and a name separated by a slash'
const unprefixed = "a name must be a domain-prefixed path, such as 'example.com/my-prop'"

const a = (count: number): string => 'a'.repeat(count)
const bad = (value: string, detail: string): string => `Invalid value: ${JSON.stringify(value)}: ${detail}`
const tooLong = (bytes: number): string => `Too long: may not be more than ${bytes} bytes`

const uuid = '123e4567-e89b-12d3-a456-426614174000'

/** What the functions of the same names in `k8s.io/apimachinery/pkg/api/validate` v0.37.2 answer. */
const answers: Readonly<Record<string, readonly (readonly [value: string, ...problems: string[]])[]>> = {
  'k8s-resource-fully-qualified-name': [
    ['', bad('', notIdentifier), bad('', unqualified)],
    ['-', bad('-', notIdentifier), bad('-', unqualified)],
    ['c_d', bad('c_d', unqualified)],
    [a(32), bad(a(32), unqualified)],
    [a(33), tooLong(32), bad(a(33), unqualified)],
    ['/', bad('', 'prefix must not be empty'), bad('', 'name must not be empty')],
    ['a/', bad('', 'name must not be empty')],
    ['/b', bad('', 'prefix must not be empty')],
    ['a-/b', bad('a-', `prefix: ${notSubdomain}`)],
    [`a/${a(32)}`],
    [`a/${a(33)}`, tooLong(32)],
    [`${a(63)}/b`],
    [`${a(64)}/b`, tooLong(63)],
    [`é${a(62)}/b`, tooLong(63), bad(`é${a(62)}`, `prefix: ${notSubdomain}`)],
    ['a/b/c'],
    ['-/-/c'],
  ],
  'k8s-extended-resource-name': [
    ['example.com/a'],
    ['a/requests.b'],
    ['a', bad('a', unprefixed)],
    ['kubernetes.io', bad('kubernetes.io', unprefixed)],
    ['x.kubernetes.io/a', bad('x.kubernetes.io/a', 'must not have "kubernetes.io/" domain')],
    ['requests.a/b', bad('requests.a/b', 'must not have "requests." prefix')],
    [
      'a/kubernetes.io/b',
      bad('a/kubernetes.io/b', 'must not have "kubernetes.io/" domain'),
      bad('a/kubernetes.io/b', notLabelKey),
    ],
    [`${a(244)}/b`],
    [`${a(245)}/b`, bad(`${a(245)}/b`, 'prefix part must be no more than 253 bytes')],
  ],
  'k8s-resource-pool-name': [
    ['', bad('', 'segment 0: must not be empty')],
    ['a//b', bad('a//b', 'segment 1: must not be empty')],
    ['a/', bad('a/', 'segment 1: must not be empty')],
    ['a/B_', bad('B_', `segment 1: ${notSubdomain}`)],
    [a(253)],
    [`${a(127)}/${a(125)}`],
    [`${a(127)}/${a(126)}`, tooLong(253)],
  ],
  'k8s-uuid': ['x', `0${uuid}`, `${uuid}0`].map((value) => [
    value,
    bad(value, 'must be a lowercase UUID in 8-4-4-4-12 format'),
  ]),
  'k8s-long-name': [[a(253)], [a(254), bad(a(254), 'must be no more than 253 bytes')]],
}

describe.each(Object.entries(answers))('%s', (name, rows) => {
  test.each(rows.map(([value, ...problems]) => ({ value, problems })))('of $value', ({ value, problems }) => {
    const errors = stringFormats.get(name)?.(fieldPath('field'), value) ?? []
    expect(errors.map((error) => error.errorBody())).toEqual(problems)
    for (const { field, origin } of errors) expect([field, origin]).toEqual(['field', `format=${name}`])
  })
})
