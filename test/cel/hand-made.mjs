/** Expressions at the edges: literals, errors that are absorbed, costs, libraries. */
export const handMade = String.raw`
1 +
)
self
self.
self.foo
object.foo.bar
[1, 'a']
{'a': 1, 'b': 'x'}
{1: 2, 'a': 3}
[1, 2u]
1 == 1.0
1 == dyn(1.0)
dyn(1u) == dyn(1)
1u < 2
2.0 > 1u
'a' < 'b'
'\u00e4' < 'z'
'😀' < '\uffff'
"tab\t\x41\101\U0001F600"
r'\n' == '\\n'
b'\xff\101' == b'\377A'
'''multi
line'''
0x1F + 0xau
.5 + 1.
1e400
9223372036854775808
-9223372036854775808
18446744073709551616u
'unfinished
a b
if
self.if
self.o.namespace
self.o.__namespace__
self.o.foo__dash__bar
self.o['foo-bar']
has(self.o.foo__dash__bar)
has(self)
has(self.o.a, 1)
has(object.s.x)
has(object.l[0])
has(object.l.x)
has(self.mp.a) && has(self.mp.zz)
self.l.all(1, true)
self.l.map(x.y, x)
self.l.all(x, x)
self.s.all(x, true)
self.n.map(x, x)
self.l.exists(x, y, z)
self.l.all(i, i, true)
self.l.map(__result__, 1)
false && (1 / 0 == 1)
(1 / 0 == 1) && false
true || (1 / 0 == 1)
(1 / 0 == 1) || true
(1 / 0 == 1) || false
(1 / 0 == 1) && true
dyn(1) && true
dyn(1) || true
[0, 1, 2].all(x, 2 / x > 0)
[0, 1, 2].exists(x, 2 / x > 1)
[1, 0].exists_one(x, 1 / x == 1)
[1, 2, 3, 4].map(x, x % 2 == 0, x * x)
[[1, 2], [3]].map(x, x.map(y, y + 1))
self.lo.map(e, e.v)
self.lo.all(e, has(e.w) ? e.w == 'z' : e.v == 1)
self.lo == self.lo
self.lo == object.lo
self.ls == ['y', 'x']
['y', 'x'] == self.ls
self.l == ['a', 'b', 'a', 'cc']
self.o == object.o
object.o == self.o
self.o == self.o
self.mp == {'b': 2, 'a': 1}
{'b': 2, 'a': 1} == self.mp
self.nul == null
null == null
null == 1
object.nul == null
self.o == null
self.s == null
type(null) == null_type
type(1) == int && type('a') == string && type([]) == list && type({}) == map
type(self) == map
type(self.dur)
type(type(1))
type(optional.of(1))
int
string
self.ios == '50%' && self.ion == 8
self.ios + 1
self.ion + 1
dyn('a') + 1
dyn([1]) + [2]
[1] + ['a']
object.n + object.d
object.d + 1.0
object.n + 1
object.s + 1
1 in [1, 2]
dyn('a') in [1, 2]
1.0 in dyn([1, 2])
'a' in {'a': 1}
1 in {1u: 2}
self.n in [7, 8]
self.s in ['hello']
self.s in []
self.n in [self.n]
[1] in [[1], [2]]
{'a': [1, {'b': 2}]}.a[1].b
{'a': 1}.b
{'a': 1}['b']
{1: 'a'}[1u]
{1: 'a'}[1.0]
{1: 'a'}[1.5]
{true: 'a'}[true]
[1, 2][1u]
[1, 2][dyn(1.0)]
[1, 2][dyn(1.5)]
[1, 2][dyn('a')]
[1, 2][2]
[1, 2][-1]
object.l['a']
object[1]
object.s['a']
object.n.x
(self.b ? self.o : self.o).a
(self.b ? self.o.a : self.s) + 'x'
(self.b ? 1 : 2) + (object.b ? 3 : 4)
[self.o, self.o][0].nested.x
size('Größe 😀') + size(b'\xff\xfe') + size([1]) + size({})
self.t.size()
self.t.charAt(6)
self.t.substring(6, 7)
self.t.indexOf('x')
self.t.lastIndexOf('😀')
self.t.split('')
self.t.replace('', '-')
'a-b-c'.replace('-', '', 1)
'aaa'.replace('a', 'b', 0)
'a,b,c'.split(',', 2)
'a,b,c'.split(',', 0)
'  x  '.trim()
['a', 'b'].join('-')
dyn(['a', 1]).join('-')
'ABC äÖ'.lowerAscii()
'%s'.format([self])
'%s %s %s %s %s'.format([1, 2u, 3.5, true, null])
'%s %s %s'.format([b'abc', duration('1h'), timestamp(0)])
'%s'.format([[1, 'a', [2.5]]])
'%s'.format([{'b': 1, 'a': [2]}])
'%s'.format([type(1)])
'%d %%'.format([1u])
'%d'.format(['a'])
'%d'.format([dyn('a')])
'%f'.format([1.0])
'%f'.format([1234567.891])
'%.2f'.format([-0.005])
'%f'.format(['NaN'])
'%f'.format([dyn(1)])
'%e'.format([1234.5678])
'%.1e'.format([0.00001])
'%x'.format([-255])
'%X'.format(['hé'])
'%x'.format([b'\xff\x00'])
'%b'.format([true])
'%b'.format([-5])
'%o'.format([8u])
'%z'.format([1])
'%'.format([1])
'%s'.format([])
'%s'.format([1, 2])
'%.f'.format([1.0])
'%s'.format([quantity('1')])
self.s.format([1])
strings.quote("a\"b\n\\\u00e4\a")
'abc'.find('[')
'abc'.matches('[')
'abc'.findAll('b|c')
'abc'.findAll(self.s)
'abc'.matches(self.url)
int('12a')
int(' 1')
int('+5')
int('9223372036854775808')
int(1.9) + int(-1.9)
int(1e19)
int(9223372036854775807.0)
uint(-1)
uint(1.5)
uint('x')
uint(18446744073709551615.0)
int(18446744073709551615u)
double('1e3')
double('inf') > 1.0
double('nan') == double('nan')
double('x')
double('nan') < 1.0
0.0 / 0.0 == 0.0
1.0 / 0.0
-0.0
bool('True')
bool('yes')
bytes('ä')
string(b'\xff')
string(1e100) + string(1.0) + string(0.1) + string(123456789.0) + string(1e-7)
string(-0.0)
string(1.0/0.0)
dyn([1]).size()
int(dyn([1]))
string(dyn(null))
string(dyn([1]))
duration('1h30m') == duration('90m')
duration('1d')
duration('9223372036854775807ns') + duration('1ns')
duration('0.5s').getMilliseconds()
string(duration('1h0.000000001s'))
string(duration('-1ms'))
timestamp('2024-01-02T03:04:05.678901234Z')
timestamp('2024-01-02 03:04:05Z')
timestamp('10000-01-01T00:00:00Z')
timestamp('0001-01-01T00:00:00Z') - duration('1s')
timestamp('9999-12-31T23:59:59Z') + duration('1s')
timestamp(253402300800)
timestamp(-62135596801)
timestamp('2024-01-02T03:04:05+02:00') == timestamp('2024-01-02T01:04:05Z')
timestamp('2024-03-10T06:59:59Z').getHours('America/New_York')
timestamp('2024-12-31T23:00:00Z').getDayOfYear('Asia/Tokyo')
timestamp('2024-01-01T00:00:00Z').getFullYear('-01:00')
timestamp('2024-01-01T00:00:00Z').getMonth('Nowhere/Land')
timestamp('2024-01-01T00:00:00Z').getHours('x:00')
timestamp('2023-01-01T00:00:00Z') - timestamp('2022-01-01T00:00:00Z')
self.dt.getMilliseconds() + self.date.getDate()
self.dt > self.date
self.dur > duration('1h')
self.by == b'hello'
9223372036854775807 + 1
-9223372036854775808 - 1
9223372036854775807 * 2
-9223372036854775808 / -1
-(-9223372036854775808)
-9223372036854775808 % -1
4611686018427387904 * 2 - 1
9007199254740993 + 1
9007199254740993 == 9007199254740992
self.big * 1000 % 7
5 / 2 + -5 / 2 + 5 % -3 + -5 % 3
1 / 0
1 % 0
1u - 2u
1u / 0u
5u % 0u
18446744073709551615u + 1u
3u * 6148914691236517206u
optional.of(1).value() + optional.none().orValue(2)
optional.none().value()
optional.of(1) == optional.of(1.0)
optional.of(1) == optional.none()
optional.none() == optional.none()
optional.ofNonZeroValue(0).hasValue() || optional.ofNonZeroValue('').hasValue() || optional.ofNonZeroValue([]).hasValue()
optional.ofNonZeroValue({'a': 1}).value().a
[optional.of(1), optional.none()].unwrapOpt()
optional.unwrap([optional.of('a')])
self.?o.nested.x
self.?gone.x
self.?gone.?x.optMap(v, v + 1).orValue(9)
self.o.?nested.?y.or(self.o.?nested.?x).value()
object.?o.?missing.?deep
object.?l[0]
object.?l[?9].orValue('none')
self.?absent.orValue(1 / 0 == 1 ? 'a' : 'b')
self.?s.orValue(string(1 / 0))
{?'a': optional.none(), ?'b': optional.of(1)}
[?optional.none(), 1]
[?1]
{?'a': 1}
[1, 2, 3].first().value() + [1, 2, 3].last().value()
[].first()
has(self.?o.a)
has(object.?gone.x)
self.lo[?0].?w.hasValue()
[3, 1, 2].sort() == [1, 2, 3]
[3, 1, 2].sortBy(x, -x)
self.lo.sortBy(e, -e.v).map(e, e.k)
['b', 'a'].sort()
[1, 'a'].sort()
dyn([1, 'a']).sort()
[[1], [2]].sort()
[duration('2s'), duration('1s')].sort()
[1, 1, 2].distinct()
dyn([1, 1.0, 1u]).distinct()
[1, 2, 3, 4].slice(1, 3)
[1].slice(2, 3)
[1, 2].slice(1, 0)
[1].slice(-1, 1)
[[1, [2]], [[3]]].flatten(2)
[[1], [2]].flatten()
dyn([1, [2, [3]]]).flatten(1)
dyn([1]).flatten(-1)
lists.range(5)
lists.range(-1)
lists.range(1000).size()
[1, 2, 3].sum() + [1, 2].min()
[].sum()
[1u, 2u].sum()
[1.5, 2.5].sum()
[duration('1s'), duration('2s')].sum()
[].min()
[1, 2].indexOf(3)
[1, 2, 1].lastIndexOf(1)
[true, false].max()
sets.contains([1, 2, 3], [1.0, 2u])
sets.equivalent([1, 1], [1])
sets.intersects([], [1])
quantity('1500m').asApproximateFloat()
quantity('1Gi').asInteger()
quantity('1.5').asInteger()
quantity('1.5').isInteger()
quantity('x')
quantity('1k').add(quantity('1')).sub(1).compareTo(quantity('1k'))
quantity('-1').sign() == -1
sign(quantity('-1'))
quantity('1000m') == quantity('1')
quantity('1').isLessThan(quantity('2')) && quantity('2').isGreaterThan(quantity('1'))
quantity(self.q).add(20).isGreaterThan(quantity('21'))
isQuantity('1.5Gi') && !isQuantity('1.5GiB')
ip('1.2.3.4') == ip('1.2.3.4')
ip('::1').isLoopback() && ip('127.0.0.1').isLoopback() && ip('0.0.0.0').isUnspecified()
ip('ff02::1').isLinkLocalMulticast() && ip('fe80::1').isLinkLocalUnicast() && ip('8.8.8.8').isGlobalUnicast()
ip('1.2.3').family()
ip('1.2.3.256')
ip('01.2.3.4')
ip('::ffff:1.2.3.4')
ip('fe80::1%eth0')
ip('1::2::3')
ip('12345::')
ip('hello')
ip('1:2:3:4:5:6:7')
string(ip('2001:DB8::0:1'))
ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')
ip.isCanonical('x')
isIP('10.0.0.1') && !isIP('10.0.0')
cidr('10.0.0.0/8').containsIP('10.1.2.3')
cidr('10.0.0.0/8').containsIP(ip('11.1.2.3'))
cidr('10.0.0.0/8').containsIP('x')
cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))
cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')
cidr('10.1.2.3/8').ip() == ip('10.1.2.3') && cidr('::/0').prefixLength() == 0
cidr('10.0.0.0/33')
cidr('10.0.0.0')
cidr('10.0.0.0/08')
cidr('x/8')
string(cidr('10.1.2.3/8'))
isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0')
cidr(self.cidr).containsIP(self.ip)
url(self.url).getScheme() + url(self.url).getHost() + url(self.url).getHostname() + url(self.url).getPort() + url(self.url).getEscapedPath()
url(self.url).getQuery()
url('/a/b?c=d%20e').getQuery()['c']
url('x')
url('https://[::1]:80/').getHostname()
isURL('https://a/b') && isURL('/abs') && !isURL('rel')
url('https://a') == url('https://a')
semver('1.2.3') == semver('1.2.3+build')
semver('1.2.3-rc.1').isLessThan(semver('1.2.3'))
semver('1.2').major()
semver('v1.02', true).minor()
semver('1.2-rc', true)
semver('01.2.3')
semver('1.2.3-01')
semver('1.2.x')
semver('')
semver(self.v).patch() + semver(self.v).compareTo(semver('2.0.0'))
isSemver('1.2.3') && !isSemver('1.2') && isSemver('1.2', true)
format.dns1123Label().validate('a-b').hasValue()
format.dns1123Label().validate('A_b')
format.dns1123Subdomain().validate(self.s)
format.named('uuid').value().validate('x').value()
format.named('nope')
format.uri().validate('x')
format.date().validate('2024-13-01')
format.labelValue() == format.named('labelValue').value()
format.qualifiedName().validate('a/b/c').value()[0]
self.l.map(x, self.l.map(y, x + y)).size()
self.li.all(x, self.li.all(y, self.li.all(z, x + y + z > 0)))
self.t.matches('a+b+c+')
self.l.exists(x, x.matches(self.s))
self.li.sum() > 0 && self.l.join(',').size() < 100
self.t.contains(self.t)
self.t + self.t == self.t
self.none.map(x, x + x).join(self.t)
self.ms.all(k, self.ms[k].startsWith('a'))
self.ms.map(k, k.size()).sum() < 10
self.ll.all(l, l.all(x, x > 0))
self.ll.map(l, l.size())
self.l.filter(x, x != 'a').map(x, x.upperAscii()).join('').size()
self.lo.exists(e, e.k == 'one') && self.lo.filter(e, e.v > 1).size() == 1
self.l.isSorted() || self.l.sort() == self.l || self.l.distinct().size() < 3
self.s.replace('l', self.t).size()
self.t.split(',').map(x, x.trim()).exists(x, x == 'a')
cel.bind(x, 1, x)
math.greatest(1, 2)
base64.encode(b'a')
self.l.reverse().slice(0, 2)
self.t.indexOf('ö') + self.l.indexOf('b')
'a'.reverse()
timestamp(self.s)
[1, 2, 3].transformList(i, v, i > 0, v * 10)
{'a': 1, 'b': 2}.transformMap(k, v, v * 2)
{'a': 1}.transformMapEntry(k, v, {k + 'x': v})
['a', 'a'].transformMapEntry(i, v, {v: i})
{'a': 1}.map(k, v, k)
{'a': 1, 'b': 2}.exists(k, v, k == 'b' && v == 2)
self.mp.all(k, v, v > 0) && self.mp.existsOne(k, v, v == 1)
object.mp.all(k, v, v > 0)
object.l.all(i, v, i >= 0)
object.n.all(x, true)
object.s.all(x, true)
object.absent.all(x, true)
dyn([1, 2]).map(x, x + 1)
dyn({'a': 1}).map(x, x)
Object{}
JSONPatch{op: 'add'}
int{}
self{a: 1}
authorizer
self.contains('x')
size(1)
self.s()
foo(1)
'a'.foo()
true ? 1 : 'a'
true ? 1
1 ? 2 : 3
!1
-'a'
-1u
[1, 2, 3,]
{'a': 1,}
[,]
self . s
self.s // comment
((((((((((1))))))))))
1 < 2 < 3
a.b.c(1)
self.o.nested.x.y
'a' + b'a'
!!true
--1
- 1
!!!true
`
  .trim()
  .split('\n')
  .reduce((all, line) => {
    // A text over two lines belongs together.
    const last = all.at(-1)
    if (last !== undefined && (last.match(/'''/g) ?? []).length % 2 === 1) all[all.length - 1] = `${last}\n${line}`
    else all.push(line)
    return all
  }, [])
