// Expressions at the edges of the language: times with offsets, URLs, names after dots, depth.
import { edgeArguments } from './edge-arguments.mjs'
import { lateTypes } from './late-types.mjs'

const written = String.raw`
string(timestamp('2011-08-18T19:03:37.01+01:00'))
"%s".format([timestamp('2011-08-18T19:03:37.01+01:00')])
"%s".format([[timestamp('2011-08-18T19:03:37.01+01:00')]])
string(timestamp('2011-08-18T19:03:37.01+01:00') + duration('1h'))
string(duration('1h') + timestamp('2011-08-18T19:03:37.01+01:00'))
string(timestamp('2011-08-18T19:03:37.01+01:00') - duration('1h'))
timestamp('2011-08-18T19:03:37.01+01:00').getHours()
string(timestamp('2011-08-18T19:03:37-00:00'))
string(timestamp('2011-08-18T19:03:37+00:00'))
string(timestamp('2011-08-18T19:03:37-23:59'))
string(timestamp('2011-08-18T19:03:37+24:60'))
timestamp('2011-08-18T19:03:37.01+01:00')
timestamp('2011-08-18T19:03:37.01+01:00') == timestamp('2011-08-18T18:03:37.01Z')
string(timestamp(5))
string(timestamp(timestamp('2011-08-18T19:03:37.01+01:00')))
string([timestamp('2011-08-18T19:03:37.01+01:00')].sort()[0])
optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00.000+00:00')) == optional.none()
optional.ofNonZeroValue(timestamp('0001-01-01T01:00:00.000+01:00')) == optional.none()
optional.ofNonZeroValue(timestamp('1970-01-01T00:00:00Z')) == optional.none()
optional.ofNonZeroValue(timestamp(0)) == optional.none()
optional.ofNonZeroValue(duration('0s')) == optional.none()
optional.ofNonZeroValue(url('https://example.com')) == optional.none()
optional.ofNonZeroValue(quantity('0')) == optional.none()
optional.ofNonZeroValue(dyn(null)) == optional.none()
optional.ofNonZeroValue(string) == optional.none()
optional.ofNonZeroValue(optional.none()) == optional.none()
optional.ofNonZeroValue(optional.of(0)) == optional.none()
optional.ofNonZeroValue(ip('0.0.0.0')) == optional.none()
optional.ofNonZeroValue(semver('0.0.0')) == optional.none()
optional.ofNonZeroValue({}) == optional.none()
optional.ofNonZeroValue(0.0) == optional.none()
optional.ofNonZeroValue(-0.0) == optional.none()
dyn([1,2,3,4]).flatten()
dyn(5).flatten()
dyn('x').flatten()
dyn(5).flatten(1)
dyn([1]).flatten('a')
dyn([[1],2]).flatten(-1)
dyn([1,[2,[3]]]).flatten()
dyn([1,[2,[3]]]).flatten(2)
[].flatten()
dyn({}).flatten()
dyn({}).flatten(2)
url('https://example.com/with space/').getEscapedPath()
url('https://example.com/with%20space/').getEscapedPath()
url('https://example.com/a%2Fb/').getEscapedPath()
url('https://example.com/ä/ö').getEscapedPath()
url('https://example.com/a"b<c>').getEscapedPath()
url('https://example.com/a;b,c/$&+=:@').getEscapedPath()
url("https://example.com/a!'()*[]").getEscapedPath()
url('https://example.com/a%2fb c').getEscapedPath()
url('https://example.com/a{b}|^¶').getEscapedPath()
url('https://example.com/a~b_c-d.e').getEscapedPath()
url('/p q').getEscapedPath()
url('https://example.com/[1]').getEscapedPath()
url('https://example.com/*').getEscapedPath()
url('https://example.com/(a)').getEscapedPath()
url('https://example.com/%zz').getEscapedPath()
url('https://example.com/a\\b').getEscapedPath()
url('https://example.com//a').getEscapedPath()
url('*').getEscapedPath()
url('mailto:joe').getEscapedPath()
url('https://exa mple.com/').getHost()
url('https://user@exa%20mple.com/').getHost()
url('https://[fe80::1%25en0]:8080/').getHostname()
url('https://[fe80::1%25en0]:8080/').getHost()
url('https://example.com/a?b c=d e').getQuery()
url('HTTPS://example.com') == url('https://example.com')
url('https://e.com/a b') == url('https://e.com/a%20b')
url('https://e.com/a%2Fb') == url('https://e.com/a/b')
url('https:///a') == url('https:/a')
url('https://') == url('https:')
url('/a?') == url('/a')
url('https://e.com?a').getQuery()
url('https://e.com/a#b').getEscapedPath()
url('https://u:p@e.com') == url('https://u:p@e.com/')
url('https://u%zz@e.com')
url('https://u%zz:%yy@e.com')
url('https://u:%y@e.com')
url('https://u"@e.com')
url('https://e.com:a/')
url('https://e.com:80:81/')
url('tcp://e.com:80:81/').getHost()
url('https://[::1/')
url('https://[::1]a/')
url('https://[1.2.3.4]/')
url('https://[::ffff:1.2.3.4]:5/').getHostname()
url('https://[zz]/')
url('https://[::1%25]/')
url('https://[::1%25%20a]/').getHost()
url('https://[::1%25%01a]/').getHost()
url('https://a[::1]/')
url('https://%C3%A4.com/').getHost()
url('https://%41.com/').getHost()
url('https://ä.com/').getHost()
url('https://a%.com/')
url('https://a%2/')
url('https://a%2x.com/')
url('https://a|b/')
url(':a')
url('')
url('a b')
url('1a:b')
url('a1:b').getScheme()
url("https://a.com/\u0001")
url('https://a.com:').getPort()
url('https://a.com:').getHostname()
url('https://a.com:80').getPort()
url('https://a.com/%').getEscapedPath()
url('https://a.com/%a').getEscapedPath()
url('https://a.com/%ax').getEscapedPath()
url('?a')
url('//a/b').getHost()
url('//a/b').getEscapedPath()
url('https:a').getEscapedPath()
isURL('https://a.com:80:1')
format.uri().validate('a')
format.uri().validate('https://[zz]')
format.uri().validate('https://a.com')
url('/a?b#%zz')
url('//a b/c')
url('//a:b/c')
url('///a/b').getEscapedPath()
url('/a#x') == url('/a#y')
url('/a?b=c#x').getQuery()
self.true == 1
self.in
a.null
self.a.true.b
.true
self.1
self.'x'
self.
self.(1)
self.a.[1]
self.?true
self.?1
self.true()
self.in(1)
self. ==1
self.]
self..a
self.a.+1
self.-1
self.!a
(self.)
[self.]
self.{a:1}
self.,
size(self.)
self.?
self.¶a b¶
self.?¶a¶
self.¶a¶()
self.b""
self.1.0
self.1u
self.null()
self.null + 1
self.false && true
self.?in
self.?in 1
self.in 
self.in == 1
self.true.a == 1 && self.b
self.?true.b
a.¶b-c¶
Foo{¶a¶: 1}
_foo(_foo(1))
self. 
[1].map(x, self.)
"abc\qdef" + 1
'abc\q'
"abc
"\xFh" == 'a'
a.¶$b¶
a.¶b
a.¶
'a' + 'b\zc' + 'd'
'\u12'
'\U0010'
b'\q'
r'a
'''a
"""a\qb"""
'\400'
'\1'
1 + + 2
1 + +
? a
a ? ? b : c
a in in b
a && && b
a || )
== 1
(== 1)
[== 1]
{== 1: 2}
self.map(x, == 1)
* 2
a ? b : ? c
a ? == : c
1 - * 2 +
self.a == == 'x' || true
[1].map(var, var)
[1].all(as, true)
has(var)
var.a
var
[var]
self.a + var
a.map(b.c, var)
#
self.a # b
self.a @ b
$
1 $ 2
'a' 'b'
self.a == 'x' 'y'
a\b
self.a == “x”
self.a = 'x'
a & b
a | b
self.a === 'x'
!
-
self.a ==
size(
size(a,
size(a,)
[1,
{1:
{1:2,
a[
a[1
a ? b
a ? b :
a ? b c
self.a.
1.
1.e5
.5
0x
0xg
1uu
1e
1e+
@in
a@b
b'
r"
1 2
a b c
(a b)
[a b]
{a b}
{a: b c: d}
f(a b)
a.b c
`
  .replaceAll('¶', '`')
  .trim()
  .split('\n')

/** Chains and nests around the 250 that the compiler takes. */
const deep = [249, 250, 251].flatMap((count) => [
  Array(count).fill('true').join(' == '),
  Array(count).fill('self.s').join(' == '),
  Array(count).fill('1').join(' + '),
  `object${'[0]'.repeat(count)}`,
  `${'('.repeat(count)}1${')'.repeat(count)}`,
  `${'true ? 1 : '.repeat(count)}2`,
  Array(count).fill('true').join(' && '),
  `${'['.repeat(count)}${']'.repeat(count)}`,
  `${'-'.repeat(count)}1`,
  `object.a${'.b()'.repeat(count)}`,
  `(${Array(count - 120)
    .fill('1')
    .join(' + ')})${' == 1'.repeat(120)}`,
])

/** Texts that are nearly versions, read in each way. */
const versions = [
  ...[
    '',
    '1',
    '1.2',
    '1.2.3',
    '1.2.3.4',
    '.1.2',
    '1..2',
    '1.2.',
    'a.1.2',
    '1.a.2',
    '1.2.a',
    '00.1.2',
    '1.02.3',
    '1.2.03',
  ],
  ...[
    '1.2.3-',
    '1.2.3-a..b',
    '1.2.3+',
    '1.2.3+a..b',
    '1.2.3-a+b-c',
    '1.2.3-a b',
    '1.2.3+a b',
    '1.2.3-a.01',
    '1.2.3-0a',
  ],
  ...[
    '1.2.3-0',
    '1.2.3+01',
    '-1.2.3',
    '1.2.3+a+b',
    '1.2.3-a\n',
    '1.2.3+\nx',
    '1.2.3\n',
    '1.2.3-ä',
    '1.2.3+-',
    '1.2.3--',
  ],
  ...['99999999999999999999.1.2', '1.99999999999999999999.2', '1.2.99999999999999999999', '9223372036854775808.0.0'],
  ...[
    'v1',
    'vv1',
    'v1.2.3',
    'V1',
    'v',
    '00',
    '001.002.003-rc',
    '1+b',
    '1-b',
    '1.2+b',
    '1.2.003.4',
    '1.2.3.4-a',
    '0x.1',
  ],
].flatMap((text) => {
  const literal = JSON.stringify(text)
  return [
    `semver(${literal}).patch()`,
    `semver(${literal}, true).major()`,
    `[isSemver(${literal}), isSemver(${literal}, true)]`,
  ]
})

/** Neighbours in the order of versions. */
const ordered = [
  '1.2.3-1',
  '1.2.3-2',
  '1.2.3-10',
  '1.2.3-a',
  '1.2.3-a.1',
  '1.2.3-a.b',
  '1.2.3-b',
  '1.2.3',
  '1.2.3+x',
  '1.2.4',
  '1.3.0',
  '2.0.0',
]
const neighbours = ordered.flatMap((a, i) =>
  ordered.slice(i, i + 2).map((b) => {
    const [x, y] = [`semver('${a}')`, `semver('${b}')`]
    return `[${x}.compareTo(${y}), ${y}.compareTo(${x})] == [0] || [${x} == ${y}, ${x}.isLessThan(${y}), ${x}.isGreaterThan(${y})] == []`
  }),
)

/** Each clause of a format with each kind of value, known to the compiler or not. */
const formats = ['s', 'd', 'f', '.2f', '.0f', 'e', '.0e', '.3e', 'b', 'x', 'X', 'o'].flatMap((clause) =>
  [
    ...[
      'true',
      '-7',
      '255u',
      '2.5',
      '-0.0',
      '1e300',
      "'hé'",
      "'NaN'",
      "'Infinity'",
      "'-Infinity'",
      "b'\\xff\\x01'",
      'null',
    ],
    ...['[1]', "{'a': 1}", "duration('1h')", 'timestamp(0)', 'int', 'self.s', 'self.n'],
  ].flatMap((value) => [`'%${clause}'.format([${value}])`, `'<%${clause}>'.format([dyn(${value})])`]),
)

/** What functions do at the ends of texts and lists, numbers at their limits, and what all of it costs. */
const limits = String.raw`
!-1.5 == 1.5
!-1u
!-1
!-self.n
!--1
!-1.5.size()
-1.5 + -.5
---1.5
--self.n
-(1)
self.o.__a__
self.__s__
self.__if__
self.o.a__if__b
self.o.foo__nope__bar
self.o.foo__dash__bar__
self.t.split(',', -9223372036854775807)
self.t.split(',', -1)
self.t.split(',', 1)
self.t.split(',', self.n)
self.t.split('', 2)
''.split('')
''.split(',')
self.t.replace(',', self.t)
self.t.replace(self.s, 'abc')
self.t.replace('', self.s, 2)
self.t.replace('ab', 'c', -1)
self.t.replace('a', 'bcd').replace('bcd', 'a').size()
'aaaa'.replace('aa', 'b')
'aaaa'.replace('aa', 'b', 1)
'abc'.substring(3)
'abc'.substring(4)
'abc'.substring(-1)
'abc'.substring(0, 4)
'abc'.substring(2, 1)
'abc'.substring(1, 1)
'abc'.charAt(3)
'abc'.charAt(4)
'abc'.charAt(-1)
'abc'.indexOf('', 3)
'abc'.indexOf('', 4)
'abc'.indexOf('c', 2)
'abc'.indexOf('c', 3)
'abc'.indexOf('c', -1)
'abc'.indexOf('c', 4)
'abcabc'.indexOf('bc', 2)
'abc'.lastIndexOf('', 1)
'abc'.lastIndexOf('a', 0)
'abc'.lastIndexOf('c', 1)
'abc'.lastIndexOf('c', -1)
'abc'.lastIndexOf('c', 4)
'abcabc'.lastIndexOf('bc', 3)
'abc'.lastIndexOf('abcd')
' \t\u00a0\u2003x\u200b\ufeff '.trim()
'ÀÉaZz['.lowerAscii() + 'ÀÉaZz{'.upperAscii()
'a😀b'.reverse() + ''.reverse()
['a', 'b', 'c'].join()
[''].join(',')
self.l.join(self.s)
'abc'.startsWith('') && 'abc'.endsWith('') && 'abc'.contains('')
'abcabc'.find('b.')
'abcabc'.find('x')
'abcabc'.findAll('b.', 1)
'abcabc'.findAll('b.', 0)
'abcabc'.findAll('b.', -1)
'abcabc'.findAll('', 2)
'abc'.find('(?i)B')
'a\nb'.matches('a.b')
[1, 2, 3].slice(0, 3) == [1, 2, 3] && [1].slice(1, 1) == []
[1, 2].slice(0, 3)
[1, 2].slice(3, 3)
[1, 2].slice(2, 1)
[1, 2].slice(-2, -1)
lists.range(1)
lists.range(self.n).size()
[1, 2, 2, 1].distinct()
[1, dyn(1.0), dyn(1u), dyn('1')].distinct()
[[1], [1], [2]].distinct()
[true, false, true].sort()
[b'b', b'a'].sort()
[timestamp(2), timestamp(1)].sort().map(t, string(t))
['b', 'a', 'B'].sortBy(x, x.lowerAscii())
[[2, 1], [1, 2]].sortBy(x, x[1])
[1, 2].sortBy(x, x == 1 ? 'a' : 'b')
[1, 2].sortBy(x, [x])
[].sortBy(x, x)
[[1, [2, [3]]], [4]].flatten(0)
[[], [[]]].flatten(2)
[1, 2].isSorted() && ![2, 1].isSorted() && [].isSorted() && [1].isSorted()
['a', 'b'].isSorted() && [1.0, 1.0].isSorted()
[1, 3, 2].min() + [1, 3, 2].max()
['b', 'a'].min() + ['b', 'c'].max()
[timestamp(2), timestamp(1)].max() == timestamp(2)
[9223372036854775807, 1].sum()
[18446744073709551615u, 1u].sum()
[duration('9223372036s'), duration('9223372036s')].sum()
['a'].sum()
[1, 2, 1].indexOf(1) + [1, 2, 1].lastIndexOf(1) * 10
sets.contains([], []) && sets.contains([1], []) && !sets.contains([], [1])
sets.equivalent([], []) && !sets.equivalent([1], []) && sets.equivalent([1, 2], [2, 1, 1])
sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [2]) && !sets.intersects([], [])
quantity('0').sign() + quantity('1').sign() * 10 + quantity('-1').sign() * 100
quantity('1').compareTo(quantity('2')) + quantity('2').compareTo(quantity('1')) * 10
quantity('1').isLessThan(quantity('1')) || quantity('1').isGreaterThan(quantity('1'))
quantity('1').add(quantity('500m')).asApproximateFloat()
quantity('1').add(2).asInteger() + quantity('1').sub(2).asInteger()
quantity('1').sub(quantity('500m')) == quantity('500m')
quantity('9223372036854775807').isInteger()
quantity('9223372036854775808').isInteger()
quantity('-9223372036854775808').asInteger()
quantity('100n').asApproximateFloat()
quantity('')
quantity('1kb')
[isQuantity(''), isQuantity('1'), isQuantity('-1.5Ki'), isQuantity('1 k'), isQuantity('+1e3')]
ip('1.2.3.4').family() + ip('::').family()
ip('::ffff:0:0')
ip('224.0.0.1').isLinkLocalMulticast() && ip('169.254.0.1').isLinkLocalUnicast() && !ip('10.0.0.1').isUnspecified()
ip('::').isUnspecified() && !ip('::').isLoopback() && !ip('::').isGlobalUnicast()
ip('255.255.255.255').isGlobalUnicast() || ip('224.0.0.1').isGlobalUnicast() || ip('169.254.1.1').isGlobalUnicast()
ip('224.0.1.0').isLinkLocalMulticast() || ip('169.255.0.1').isLinkLocalUnicast() || ip('128.0.0.1').isLoopback()
ip('febf::1').isLinkLocalUnicast() && !ip('fec0::1').isLinkLocalUnicast() && !ip('ff01::1').isLinkLocalMulticast()
ip('ff12::1').isLinkLocalMulticast() && ip('ff02::1').isGlobalUnicast()
[isIP(''), isIP('1.2.3'), isIP('::'), isIP('1::2::3'), isIP('::ffff:1.2.3.4'), isIP('1.2.3.4/8'), isIP('::1%lo')]
[ip.isCanonical('::'), ip.isCanonical('0::'), ip.isCanonical('::FF'), ip.isCanonical('1:0:0:2::')]
string(ip('1:0:0:2:0:0:0:3')) + string(ip('1:0:2:3:4:5:6:7')) + string(ip('0:0:0:0:0:0:0:0'))
string(ip('1:2:3:4:5:6:0:0')) + string(ip('fe80:0:0:0:1:0:0:1'))
cidr('10.0.0.0/8').containsIP('10.255.255.255') && !cidr('10.0.0.0/8').containsIP('11.0.0.0')
cidr('10.128.0.0/9').containsIP('10.127.255.255') || cidr('10.128.0.0/9').containsIP('::1')
cidr('::/0').containsIP('1.2.3.4') || cidr('0.0.0.0/0').containsIP('::1')
cidr('2001:db8::/33').containsIP('2001:db8:7fff::1') && !cidr('2001:db8::/33').containsIP('2001:db8:8000::')
cidr('10.0.0.0/8').containsCIDR('10.0.0.0/8') && !cidr('10.0.0.0/8').containsCIDR('0.0.0.0/0')
cidr('10.0.0.0/8').containsCIDR('x')
string(cidr('10.255.2.3/9').masked()) + string(cidr('ffff::1/1').masked()) + string(cidr('1.2.3.4/0').masked())
cidr('10.0.0.0/8') == cidr('10.0.0.0/9') || cidr('10.0.0.0/8') == cidr('10.0.0.1/8')
cidr('10.0.0.0/')
cidr('10.0.0.0/-1')
cidr('::ffff:1.2.3.4/100')
[isCIDR(''), isCIDR('1.2.3.4/0'), isCIDR('1.2.3.4/33'), isCIDR('::/128'), isCIDR('::/129'), isCIDR('1.2.3.4/01')]
duration('1h').getHours() + duration('1h30m').getMinutes() + duration('90s').getSeconds() + duration('1500ms').getMilliseconds()
duration('-1h30m').getHours() + duration('-90s').getMinutes()
duration('1us') + duration('1ns') == duration('1001ns') && duration('1µs') == duration('1μs')
duration('')
duration('1')
duration('1h1')
duration('+1.5h') == duration('90m') && duration('-.5s') == duration('-500ms') && duration('0') == duration('0s')
duration('9223372036.854775808s')
string(duration('100h')) + string(duration('-0s')) + string(duration('1.000000001s')) + string(duration('1us'))
[timestamp('2024-02-29T01:02:03Z').getDayOfMonth(), timestamp('2024-02-29T01:02:03Z').getDate(), timestamp('2024-02-29T01:02:03Z').getDayOfWeek(), timestamp('2024-02-29T01:02:03Z').getMonth()]
timestamp('2024-12-31T00:00:00Z').getDayOfYear() + timestamp('2023-01-01T00:00:00Z').getDayOfYear()
timestamp('2024-01-01T00:30:00Z').getHours('+00:30') + timestamp('2024-01-01T00:30:00Z').getMinutes('-00:31')
timestamp('2024-01-01T00:00:00Z').getHours('UTC') + timestamp('2024-01-01T00:00:00Z').getHours('')
timestamp('2024-01-01T00:00:00Z').getHours('1:00')
timestamp('2023-02-29T00:00:00Z')
timestamp('2024-01-01T24:00:00Z')
timestamp('2024-01-01T23:00:60Z')
timestamp('2024-1-1T0:0:0Z')
timestamp('2024-01-01t00:00:00z')
timestamp('2024-01-01T00:00:00.1234567891Z')
int(timestamp('1969-12-31T23:59:59.5Z'))
string(timestamp('2024-01-01T00:00:00.100Z')) + string(timestamp('2024-01-01T00:00:00.000000001Z'))
timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')
optional.of(1).or(optional.of(2)).value() + optional.none().or(optional.of(2)).value()
optional.of(1).optFlatMap(x, optional.of(x + 1)).value() + optional.none().optFlatMap(x, optional.of(1)).orValue(7)
optional.of(dyn(1)).optMap(x, 1 / 0)
{'a': 1}[?'a'].value() + {'a': 1}[?'b'].orValue(5) + [7][?0].value() + [7][?1].orValue(8)
[7][?-1].hasValue()
{'a': 1, 'a': 2}
{1: 1, 1u: 2}
{1.5: 1}
{'a': 1} == {'a': 1.0} && {'a': 1} != {'b': 1} && {'a': 1} != {'a': 1, 'b': 2} && {1: 'a'} == {1u: 'a'}
[1, 2] == [1.0, 2u] && [1] != [1, 2] && [] == [] && [[1]] == [[1.0]]
dyn(1) == 'a' || dyn([1]) == {'a': 1} || dyn(null) == 0 || dyn('') == b''
dyn(1) < dyn('a')
dyn(1) < dyn(2.5) && dyn(2u) >= dyn(1.5) && dyn(-1) < dyn(1u) && dyn(3u) > dyn(-2)
dyn(9007199254740993) > dyn(9007199254740992.0) || dyn(9007199254740993) == dyn(9007199254740992.0)
double('nan') < 1.0 || double('nan') >= 1.0 || dyn(double('nan')) == dyn(1)
b'a' < b'b' && b'a' < b'aa' && !(b'b' < b'aa') && b'' < b'a'
'a' < 'aa' && !('b' <= 'aa') && 'a' >= 'a' && 'ä' > 'z'
-9223372036854775808 + -1
-9223372036854775808 - 9223372036854775807
3037000500 * 3037000500
-3037000500 * 3037000500
4294967296u * 4294967296u
0u - 0u + 5u / 2u * 3u % 4u
7 % -3 + -7 % 3 + 7 / -2 + -7 / 2
int('0x10')
int('-9223372036854775809')
int(9223372036854775807u)
int(-9223372036854775808.0)
int(double('nan'))
uint('18446744073709551616')
uint('+1')
uint(1.9) + uint(0) + uint(5u)
uint(-0.5)
uint(18446744073709551616.0)
double('1e309')
double('1_000')
double('.5') + double('5.') + double('-Inf') + double('+inf')
bool('t') && bool('T') && bool('TRUE') && bool('1') && !bool('f') && !bool('F') && !bool('0') && !bool('FALSE')
bool('tRUE')
bytes('é') == b'\xc3\xa9' && bytes(b'a') == b'a' && string(b'\xc3\xa9') == 'é'
string(1e21) + string(1e20) + string(1e-5) + string(0.0001) + string(123456.7) + string(1e6)
type(duration('1s')) == google.protobuf.Duration && type(timestamp(0)) == google.protobuf.Timestamp
self.l[0] == self.l[dyn(0u)] && self.l[dyn(0.0)] == 'a'
self.l[99]
self.l[-1]
self.mp['zz']
1.5 in [1, 2] || 1u in [2]
null in [null] && !(null in [1])
[1, 2, 3].exists_one(x, x > 2) && ![1, 2, 3].exists_one(x, x > 1) && ![].exists_one(x, true)
[1, 2].exists(x, 1 / (x - 1) > 0)
[1, 2].all(x, 1 / (x - 1) > 5)
[1, 2].filter(x, 1 / (x - 1) > 0)
{'a': 1, 'b': 2}.filter(k, k != 'a')
{'a': 1, 'b': 2}.transformMap(k, v, v > 1, k)
{'a': 1}.transformMapEntry(k, v, 1)
[1, 2].existsOne(i, v, i == 0) && [1, 2].exists(i, v, i == v - 1) && [1, 2].all(i, v, v > i)
cel.bind(x, self.l, x.size() + x.size())
cel.bind(x, 1 / 0, x == 1 || true)
r"\d+" + R'\s' == '\\d+\\s'
0x7fffffffffffffff == 9223372036854775807 && -0x8000000000000000 < 0
0x8000000000000000
0x10000000000000000u
true ? false ? 1 : 2 : 3
dyn(1) ? 1 : 2
!dyn(1)
-dyn('a')
!(1 / 0 == 1)
(true ? self.l : [])[0]
(1 / 0 == 1 ? self.l : [])[0]
has({'a': 1}.a) && !has({'a': 1}.b) && !has(dyn({}).a)
has(dyn(1).a)
dyn(null).b
url('https://user:pw@example.com:8080/a/b?x=1&x=2&y#frag').getHost()
url('https://user:pw@example.com:8080/a/b?x=1&x=2&y#frag').getQuery()
url('https://example.com:/').getPort() + url('https://example.com').getPort() + url('https://[::1]:80').getPort()
url('HTTPS://Example.COM/A').getScheme() + url('HTTPS://Example.COM/A').getHost()
url('https://a?b=c;d=e').getQuery()
url('https://a?%zz=1').getQuery()
url('https://a/%zz')
url('https://[::1/')
url('https://a:b/')
url('mailto:a@b')
[isURL(''), isURL('a'), isURL('/'), isURL('//a'), isURL('http://'), isURL('http:a'), isURL(':'), isURL('1http://a')]
format.dns1123Label().validate('-a').value()
format.dns1123Subdomain().validate('a..b').value()
format.dns1035Label().validate('1a').value()
format.dns1123LabelPrefix().validate('a-').hasValue() || format.dns1123SubdomainPrefix().validate('a.').hasValue() || format.dns1035LabelPrefix().validate('a-').hasValue()
format.dns1123LabelPrefix().validate('-').value() + format.dns1035LabelPrefix().validate('1-').value()
format.qualifiedName().validate('').value()
format.labelValue().validate('a b').value()
format.byte().validate('YQ==').hasValue() || !format.byte().validate('%').hasValue()
format.datetime().validate('x').value() + format.date().validate('x').value() + format.byte().validate('%').value() + format.uri().validate('%').value()
format.uuid().validate('123e4567-e89b-12d3-a456-426614174000').hasValue() || !format.uuid().validate('x').hasValue()
type(format.dns1123Label())
strings.quote('\u0000\u007f\u00e9😀') + strings.quote("'\"\t\r\n\\\b\f\v\a")
self.lo.map(e, e.k).join(self.t).size()
self.ll.map(l, l.map(x, x + 1)).flatten().size()
self.li.transformList(i, v, i + v).sum()
self.t.matches(self.s + '+')
self.t.find('a*b') + self.t.findAll('a').join('').replace('a', self.s)
self.l.slice(0, 1).map(x, x + self.t).size() + self.l.distinct().map(x, x).size() + self.l.sort().map(x, x).size()
self.l.reverse().map(x, x + x).size() + lists.range(5).map(x, x).size() + self.ll.flatten().map(x, x).size()
self.?l[?0].orValue('q') + self.?mp[?'a'].optMap(v, string(v)).orValue('r')
strings.quote(self.t).size() + string(self.n).size() + string(self.by).size() + bytes(self.s).size()
sets.contains(self.l, self.l) && sets.intersects(self.l, self.l) && sets.equivalent(self.l, self.l)
self.l == self.l && self.mp == self.mp && self.o != self.o && self.lo == self.lo
self.l.indexOf(self.s) + self.l.lastIndexOf(self.s) + self.t.lastIndexOf(self.s, 1) + self.t.indexOf(self.s, 1)
'%s %d %s'.format([self.t, self.n, self.l]).size()
quantity(self.q).isGreaterThan(quantity('1')) && isQuantity(self.q)
ip(self.ip).isGlobalUnicast() && cidr(self.cidr).containsIP(ip(self.ip)) && isIP(self.ip)
[1, 2, 3].map(x, [1, 2].map(y, [1, 2].map(z, x * y * z))).flatten(2).sum()
`
  .trim()
  .split('\n')

/** Operators on values of other types, indexes, floats, and signs where none may be. */
const errors = String.raw`
dyn('a') - 1
dyn('a') * 1
dyn('a') / 1
dyn('a') % 1
dyn('a') < 1
dyn('a') + 1
dyn(timestamp(0)) * 1
dyn(timestamp(0)) / 1
dyn(timestamp(0)) < 1
dyn(duration('1s')) * 2
dyn(duration('1s')) % 2
dyn(optional.of(1)) - 1
dyn(optional.of(1)) + 1
dyn([1]) < 1
dyn([1]) - 1
dyn({}) - 1
dyn({}) + 1
dyn({}) < 1
dyn(null) + 1
dyn(null) - 1
dyn(null) < 1
-dyn(timestamp(0))
-dyn([1])
-dyn({})
-dyn(null)
-dyn(true)
-dyn(1u)
-dyn(b'a')
-dyn(int)
-dyn(optional.of(1))
-dyn(quantity('1'))
-dyn(ip('::'))
-dyn(url('/'))
!dyn('a')
!dyn([1])
!dyn(null)
!dyn(timestamp(0))
dyn(true) * 1
dyn(true) + 1
dyn(true) < 1
dyn(b'a') - b'a'
dyn(b'a') < 1
dyn(int) - 1
dyn(int) < 1
dyn(quantity('1')) + 1
dyn(quantity('1')) < 1
dyn(url('/')) + 1
dyn(ip('::')) < 1
1 - dyn('a')
1.0 * dyn('a')
1u % dyn('a')
'a' < dyn(1)
dyn('a') in 'b'
dyn(1) in dyn(2)
dyn('a') in dyn(null)
dyn(1) in dyn({})
dyn(2.5) % 1
dyn(2.5) % 1.0
self.l[dyn(0u)]
self.l[dyn(0.0)]
self.l[dyn('a')]
self.l[dyn(true)]
self.l[dyn(1.5)]
self.l[?dyn(0u)].hasValue()
self.l[?dyn('a')].hasValue()
has(self.l[0])
self.ls[dyn(0u)]
self.ll[0][dyn(0u)]
object.l[dyn(0u)]
object.l[dyn('a')]
self.ms[dyn(1)]
dyn(1) in self.ms
dyn('x') in self.ms
self.o[dyn(1)]
object.o[dyn(1)]
self.l.filter(x, true)[dyn(0u)]
self.l[0:1]
'%.2f'.format([2.675])
'%.2f'.format([0.125])
'%.2f'.format([0.375])
'%.2f'.format([-0.125])
'%.0f'.format([0.5])
'%.0f'.format([1.5])
'%.0f'.format([-0.5])
'%.0f'.format([-0.4])
'%.2f'.format([-0.001])
'%.1f'.format([0.25])
'%.1f'.format([1000000.25])
'%.0f'.format([4503599627370497.5])
'%.1f'.format([999999.95])
'%e'.format([1000000.5])
'%e'.format([1000001.5])
'%e'.format([-1000000.5])
'%e'.format([0.0])
'%e'.format([-0.0])
'%.2e'.format([-0.0])
'%s'.format([[-0.0]])
'%s'.format([[-0.001]])
'%s'.format([[0.0000005]])
'%s'.format([[0.00000025]])
'%s'.format([[2.5, 0.5, 1e21, -1e-7]])
'%s'.format([[b'\xff']])
'%s'.format([-0.0])
'%f'.format([1e22])
'%f'.format([123456789012345680000.0])
'%.100f'.format([0.1])
double('0x1p4')
double('1__0')
double('_1')
double('1_')
double('1_0.5_5e1_0')
double('1_.5')
double('1._5')
double('0x_1p4')
double('0x1.8p1')
double('0X1P-2')
double('0x1')
double('0x.p1')
double('infinity')
double('+Infinity')
double('iNf')
double('-nan')
double('+nan')
double('1e400')
double('1e-400')
double('0b1')
double('1e')
double('.')
double('e1')
double('1.5.5')
timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')
timestamp('2024-01-01T00:00:00Z') - timestamp('1700-01-01T00:00:00Z')
timestamp('1700-01-01T00:00:00Z') - duration('-2562047h47m16.854775808s')
timestamp('2024-01-01T00:00:00Z') - duration('-2562047h47m16.854775808s')
timestamp('1970-01-01T00:00:00Z') + duration('-2562047h47m16.854775808s')
-duration('-2562047h47m16.854775808s')
!-1u
!-self.n
!--1
!- 1
!- x
!!-'a'
!-(1)
!-1 == 2
[!-x]
!-.5
!-
-!true
timestamp(253402300799)
timestamp(-62135596800)
string(timestamp('0001-01-01T00:00:00Z') - duration('0s')) + string(timestamp('9999-12-31T23:59:59.999999999Z') + duration('0s'))
timestamp('0001-01-01T00:00:00Z') - duration('1ns')
timestamp('9999-12-31T23:59:59.999999999Z') + duration('1ns')
[1.5 - 0.5, 1.5 * 2.0, 3.0 / 2.0]
[dyn(1.5) - 1.0, dyn(1.5) * 2.0, dyn(3.0) / 2.0] == [0.5, 3.0, 1.5]
dyn(1.5) - 1
dyn(1.5) * 1
dyn(1) - 1.5
[3u - 1u, 3u * 2u] == [2u, 6u]
dyn(3u) - 1
b'\x4' == b''
b'\8'
b'\u0041'
b'\07' == b''
b'\777'
b'\''
'abc'.find('b') + 'abc'.find('x') + 'aXbX'.findAll('X').join('-')
'abc'.find(self.s) == '' && 'abc'.findAll(self.s).size() == 0
size(self.l) + size(self.mp) + size(self.o.a) + size(b'abc') + size('😀')
size(dyn(1))
size(dyn(null))
dyn(duration('1s')).size()
self.l.size() + dyn(self.l).size() + dyn('ab').size() + dyn(b'ab').size() + dyn({'a': 1}).size()
'%d'.format([1, 2])
'%d %d'.format([1])
'%s'.format([[1, quantity('1')]])
'%d'.format([[1]])
'%s'.format([dyn(quantity('1'))])
[dyn(1), 'a', 2.0].map(x, x)
[[], [1]].map(x, x)
[{}, {'a': 1}].map(x, x)
[optional.none(), optional.of(1)].map(x, x.hasValue())
(true ? [] : [1]) + [2]
(true ? {} : {'a': 1}).size()
[null, duration('1s')]
[duration('1s'), null].size()
true ? null : timestamp(0)
[1, null]
{'a': 1, 'b': null}
self.nul == null && self.dur != null
null == self.l
null == self.o
null == 1
-!-1
!-!true
-)
- == 2
--!1
---!1
(-)
[-]
[-, 1]
!)
(!)
!!)
-*1
1 + -)
1 + -]
--)
-- x
f(-)
{1: -}
a[-]
- ? 1 : 2
! == 2
-"a" + 1
!-)
!-]
-dyn(duration('1s'))
-dyn(duration('-2562047h47m16.854775808s'))
`
  .trim()
  .split('\n')

/** Digits after the point, at the borders of the 8 and 16 bits in which Go holds their numbers. */
const floats = ['0.1', '5e-324', '2.5', '-1.0e300', '123456.785', '-0.0'].flatMap((value) =>
  [0, 2, 101, 255, 256, 600, 32767, 32770, 65535, 65536, 10000009, 10000010].map(
    (digits) => `"%.${digits}f".format([${value}])`,
  ),
)
const widths = [70000, 10000009, 10000010, 2n ** 63n - 1n, 2n ** 63n].flatMap((width) => [
  `"%.${width}e".format([0.1]).size()`,
  `"%.${width}d".format([1])`,
  `"%.${width}f".format(["NaN"])`,
])

/** A list of a schema takes no number but `int`: the path behind the index still costs. */
const indexes = `
self.lo[dyn(0u)].k
self.lo[dyn(0.0)].k.size()
self.lo[dyn(7u)].k
self.ll[dyn(0u)][self.lo[dyn(0u)].v]
self.ll[dyn(0u)][?self.n]
self.ll[?dyn(0u)]
self.ll[?dyn(0u)].orValue([7])
self.ll[?dyn(0u)][size(self.s)]
self.lo[?dyn(7u)].k
has(self.lo[dyn(0u)].w)
has(self.lo[?dyn(0u)].w)
(self.b ? self.lo : self.lo)[dyn(0u)].k
[self.ll[dyn(0u)]][0][0]
self.lo[dyn(self.lo[dyn(0u)].v)].k
object.lo[dyn(0u)].k
[[1]][dyn(9u)][0]
`
  .trim()
  .split('\n')

/** Texts beside addresses and networks, for the reason that Go gives. */
const addresses = [
  ...[
    '1.2.3.4.5',
    '1.2..3',
    '.1.2.3',
    '1.2.3.',
    '1.2.3.a',
    '1.2.3.00',
    '1.2.3.0',
    '0.0.0.0',
    '255.255.255.255',
    '1.2.3.2560',
  ],
  ...[
    '10.2.3.4',
    '1.2.3.04',
    '1.2.3.4%a',
    '%',
    'a%',
    '1%a:',
    '::%',
    ':',
    ':1',
    '::1:',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:9',
  ],
  ...[
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:7:8::',
    '::2:3:4:5:6:7:8',
    '::1:2:3:4:5:6:7:8',
    '1::2:3:4:5:6:7:8',
    ':::',
    '1:::2',
    '::1::',
  ],
  ...[
    '00000::',
    'fffff::',
    'g::',
    '1:g::',
    '1::g',
    '1:2g::',
    'ABCD::abcd',
    '::1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4',
    '1:2:3:4:5:1.2.3.4',
  ],
  ...[
    '1:2:3:4:5:6:7:1.2.3.4',
    '1::3:4:5:6:7:1.2.3.4',
    '::1:2:3:4:5:6:1.2.3.4',
    '::1.2.3',
    '::1.2.3.4.5',
    '::1.2.3.256',
    '::01.2.3.4',
  ],
  ...[
    '::1.2.3.4:5',
    '1:2',
    '1:2:3:4:5:6:7:',
    '::1 ',
    ' ::1',
    '',
    'x',
    '1',
    '::ffff:1.2.3.4%a',
    'fe80::1%',
    'é::',
    '1.é',
  ],
].flatMap((text) => [`ip('${text}')`, `cidr('${text}/8')`])
const networks = [
  '1.2.3.0',
  '/',
  '/8',
  '1.2.3.0/',
  '1.2.3.0/+1',
  '1.2.3.0/08',
  '1.2.3.0/0',
  '1.2.3.0/32',
  '1.2.3.0/33',
  '::/128',
  '::/129',
]
  .concat(
    '1.2.3.0/1000',
    '1.2.3.0/8/8',
    '1.2.3.0/9223372036854775807',
    '1.2.3.0/9223372036854775808',
    '1::%a/8',
    '::ffff:1.2.3.4%a/8',
    '::ffff:1.2.3.4/33',
    '1.2.3.0/a',
    '1.2.3.0/ 8',
    'fe80::1%a/8',
    '::/00',
    '1.2.3.1/24',
  )
  .map((text) => `cidr('${text}')`)

const named = [
  '"%d".format([dyn(format.uri())])',
  'type(format.uri())',
  'string(dyn(format.uri()))',
  "format.named('uri').value() == format.uri() && format.uri() != format.uuid()",
]

/** All of them. */
export const cornerCases = [
  ...written,
  ...deep,
  ...versions,
  ...neighbours,
  ...formats,
  ...limits,
  ...errors,
  ...floats,
  ...widths,
  ...indexes,
  ...addresses,
  ...networks,
  ...named,
  ...edgeArguments,
  ...lateTypes,
]
