// Expressions at the edges of the language: times with offsets, URLs, names behind dots, depth.

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

/** All of them. */
export const cornerCases = [...written, ...deep]
