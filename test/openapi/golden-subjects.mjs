// The subjects of the goldens, besides random schemas.

const text = { type: 'string' }
const integer = { type: 'integer' }
const list = (items, more = {}) => ({ type: 'array', items, ...more })

/** A schema with a field of every sort that rules can speak of. */
export const celSchema = {
  type: 'object',
  properties: {
    ...{ s: text, t: text, u: text, n: integer, d: { type: 'number' }, b: { type: 'boolean' } },
    ...{ l: list(text), nums: list(integer), ds: list({ type: 'number' }) },
    set: list(text, { 'x-kubernetes-list-type': 'set' }),
    m: { type: 'object', additionalProperties: text },
    o: { type: 'object', properties: { a: text, 'x-y': integer, namespace: text } },
    os: list({ type: 'object', properties: { k: text, v: integer } }),
    ios: { 'x-kubernetes-int-or-string': true },
    dt: { type: 'string', format: 'date-time' },
    du: { type: 'string', format: 'duration' },
    by: { type: 'string', format: 'byte' },
    nul: { type: 'string', nullable: true },
    missing: text,
  },
}

export const celObject = {
  ...{ s: 'hello', t: 'a,b,c', u: 'héllo😀x', n: 5, d: 1.5, b: true },
  ...{ l: ['a', 'b', 'c', 'b'], nums: [3, 1, 2], ds: [1.5, 2], set: ['x', 'y'] },
  m: { k: 'v', z: 'w' },
  o: { a: 'q', 'x-y': 3, namespace: 'ns' },
  os: [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ],
  ...{ ios: '50%', dt: '2024-01-02T03:04:05.123Z', du: '1h30m', by: 'aGVsbG8=', nul: null },
  ...{ apiVersion: 'v1', kind: 'K', metadata: { name: 'nm' } },
}

const uuid = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const odd = ['', ' ', 'x', '\n', '😀', 'a'.repeat(300)]

/** Texts that are, nearly are, and are not of a format. */
export const formatTexts = {
  bsonobjectid: [...odd, '507f1f77bcf86cd799439011', '507f1f77bcf86cd79943901', '507F1F77BCF86CD799439011'],
  uri: [
    ...[...odd, 'http://a.b', 'a.b', '/a/b', './a', 'mailto:a@b', 'http://[::1]:80/', 'http://[1.2.3.4]/', ':a', '*'],
    ...['http://a b/', 'http://a.b/%zz', 'http://a.b:80a/', 'http://u:p@h/', 'http://a:b:c/', 'x://a:1,b:2/', 'A:b'],
    ...['http://a^b/', 'http://%41/', 'http://%c3%a9/', 'http://é/', 'http://[fe80::1%25en0]/', '//a/b', 'http:///a'],
  ],
  email: [
    ...[
      ...odd,
      'a@b',
      'a@b.c',
      '"a b"@c.d',
      'A B <a@b.c>',
      '"A" <a@b.c>',
      '<a@b>',
      'a@',
      '@b',
      'a..b@c',
      '.a@b',
      'a.@b',
    ],
    ...['a@[127.0.0.1]', 'a@[x]', 'a@b (comment)', 'a@b (c', 'g: a@b;', 'g: a@b, c@d;', 'a b@c', 'é@b.c', 'a@b, c@d'],
  ],
  hostname: [...odd, 'a.bc', 'a.b', '-a', 'a-', 'a_b', 'example.com', 'EXAMPLE.COM', '1.com', 'a..bc', 'é.com', 'a.b1'],
  ipv4: [...odd, '1.2.3.4', '01.2.3.4', '1.2.3', '256.1.1.1', '::ffff:1.2.3.4', '1.2.3.4.5'],
  ipv6: [...odd, '::1', '1.2.3.4', '::ffff:1.2.3.4', '::ffff:01.2.3.4', 'fe80::1%eth0', '1::2::3', 'A::'],
  cidr: [...odd, '1.2.3.0/24', '1.2.3.4/33', '::/0', '01.2.3.4/8', '1.2.3.4', '1.2.3.4/08'],
  mac: [
    ...odd,
    '00:00:5e:00:53:01',
    '00-00-5e-00-53-01',
    '0000.5e00.5301',
    '00005e005301',
    '00:00:5e:00:53',
    '00:00-5e:00:53:01',
  ],
  uuid: [...odd, uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), `${uuid}0`],
  uuid3: [uuid, 'a3bb189e-8bf9-3888-9912-ace4e6543002'],
  uuid4: [uuid, '9c858901-8a57-4791-81fe-4c455b099bc9', '9c858901-8a57-4791-c1fe-4c455b099bc9'],
  uuid5: [uuid, 'a6edc906-2f9f-5fb2-a373-efac406f0ef2'],
  isbn: [...odd, '3836221195', '978-3-8362-2119-1', '1-61729-085-8', '3 401 01319 X', '3423214121'],
  isbn10: ['3836221195', '9784873113685', '3 401 01319 X', '3 401 01319 x'],
  isbn13: ['9784873113685', '978 3401013190', '978 3 8362 2119 0'],
  creditcard: [
    ...odd,
    '4220855426222389',
    '4220 8554 2622 2389',
    '4220855426213389',
    '374953669708156',
    '30190239451016',
  ],
  ssn: [...odd, '123-45-6789', '123456789', '123 45 6789', '12-345-6789'],
  hexcolor: [...odd, '#fff', 'FFFFFF', '#ffff', '#ggg'],
  rgbcolor: [
    ...odd,
    'rgb(0,31,255)',
    'rgb(0,  31, 255)',
    'rgb(1,349,275)',
    'rgb(01,31,255)',
    'rgba(0,31,255)',
    'rgb( 1 , 2 , 3 )',
  ],
  byte: [...odd, 'aGVsbG8=', 'aGVsbG8', 'a-_=', 'aGVsbG8=\n', '===='],
  password: odd,
  date: [...odd, '2024-02-29', '2023-02-29', '2024-13-01', '2024-1-1', '0000-01-01', '2024-01-01T00:00:00Z'],
  duration: [
    ...odd,
    '1h',
    '1.5h',
    '-2ms',
    '22 ns',
    '2 weeks',
    '3 fortnights',
    '1 day 2 hours',
    '10',
    '9999999999999999999s',
    'P1D',
  ],
  'date-time': [
    ...[...odd, '2024-01-01T00:00:00Z', '2024-01-01t00:00:00z', '2024-01-01T24:00:00Z', '2024-01-01T00:00:60Z'],
    ...['2024-01-01T00:00:00', '2024-01-01T00:00:00.123+02:00', '2024-02-30T00:00:00Z', '2024-01-01 00:00:00Z'],
  ],
  'k8s-short-name': [...odd, 'a-b', '-a', 'a-', 'A', 'a.b', 'a'.repeat(63), 'a'.repeat(64)],
  'k8s-long-name': [...odd, 'a.b-c', 'a..b', 'A.b', '-a.b', 'a'.repeat(253), 'a'.repeat(254)],
}
