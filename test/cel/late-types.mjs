/** Values whose types are known only when they are there: conversions, indexes, sorting, fields of opaque types. */
export const lateTypes = `
timestamp(object.li.first().value())
timestamp(object.li[0])
timestamp(object.s)
timestamp([dyn(1)].first().value())
timestamp(object.dt.first().value())
timestamp(object.l.first().value())
duration(object.li.first().value())
duration(object.l.first().value())
duration(object.li[0])
int(object.li.first().value())
int(object.l.first().value())
string(object.li.first().value())
double(object.li.first().value())
uint(object.li.first().value())
bool(object.li.first().value())
bytes(object.li.first().value())
size(object.l.first().value())
size(object.ll.first().value())
type(object.l.first().value())
dyn(object.l.first().value())
object.l.first().value() + 'a'
object.li.first().value() + 1
object.l.first().value().startsWith('a')
object.l.first().value() in ['a']
object.ll.first().value().sum()
'a' in object.ll.first().value()
object.li.last().value() > 1
object.l.last().value() < 'b'
-object.li.last().value()
!object.li.last().value()
-object.l.last().value()
object.li.last().value() ? 1 : 2
object.li.last().value() && true
optional.none().value() + 1
timestamp(optional.none().value())
int(optional.none().value())
int(optional.none().orValue('5'))
int(optional.none().or(optional.of('5')).value())
timestamp([].first().value())
int([][0])
timestamp([][0])
[].map(x, int(x))
[].map(x, timestamp(x))
[].map(x, x + 1)
{}.map(x, duration(x))
quantity(object.l.first().value())
ip(object.l.first().value())
url(object.l.first().value())
object.lo.first().value().k
object.lo.first().value().v + 1
object.ll.first().value().sort()
object.li.sort().first().value()
.yn([1])
.self
.yn
.yn.zz
.yn.zz(1)
.size([1])
.size(1)
.int('5')
.foo.bar.baz([1])
yn.zz(1)
self.zz(1)
.self.zz(1)
.object.zz(1)
.Foo{a: 1}
Foo{a: 1}
url(self.url).ge
quantity('1').x
ip('::1').x
cidr('::1/8').x
semver('1.2.3').x
format.uri().x
format.named('uri').x
timestamp(0).x
duration('1s').x
optional.of(1).x
optional.of(url('https://a')).x
type(1).x
[1].x
'a'.x
b'a'.x
1u.x
1.5.x
null.x
true.x
has(url(self.url).x)
has(quantity('1').x)
has(timestamp(0).x)
has(duration('1s').x)
url(self.url)[0]
quantity('1')['x']
timestamp(0)[0]
url(self.url).?x
quantity('1').?x
timestamp(0).?x
url(self.url)[?0]
(has(self.gone.x) ? 's' : 'a').lastIndexOf('')
has(self.gone.x) ? 's' : 'a'
(has(self.gone.x) ? object.s : 'a')
(has(self.gone.x) ? object.s : 'a').size()
(has(self.gone.x) ? 1 : 0) + 1
[has(self.gone.x)]
[has(self.gone.x) ? 1 : 2]
{'a': 1}[?'b'].orValue(has(self.gone.x) ? 1 : 2)
{'a': 1}[?'b'].orValue((has(self.gone.x) ? 's' : 'a').lastIndexOf(''))
has(self.gone.x)
!has(self.gone.x)
has(self.gone.x) == true
has(object.gone.x) ? 's' : 'a'
(has(object.gone.x) ? 's' : 'a').size()
has(object.gone.x)
has(object.zz.x) || true
[1, has(object.zz.x)]
(self.absent == 'a' ? object.s : 'a').size()
(self.absent == 'a' ? object.s : 'a')
self.absent == 'a' ? 1 : 2
[self.n, (({'%x %X'.format([(-9223372036854775808), self.s])): (self.l.lastIndexOf(self.o.foo__dash__bar))})[?self.l[0]].orValue((((has(self.gone.x)) ? object.s : 'a').lastIndexOf((''.lowerAscii())))))]
((has(self.gone.x) ? object.s : 'a').lastIndexOf((''.lowerAscii())))
(has(self.gone.x) ? object.s : 'a').lastIndexOf(''.lowerAscii())
(self.absent == 'a' ? object.s : 'a').lastIndexOf(''.lowerAscii())
(1 / 0 == 1 ? 'x' : 'a').lastIndexOf(self.s.lowerAscii())
(self.absent).lastIndexOf(self.s.lowerAscii())
self.absent.lastIndexOf(self.s.lowerAscii())
(1 / 0 == 1 ? 'x' : 'a') + self.s.lowerAscii()
self.absent + self.s.lowerAscii()
({'a': 1})[?'a'].orValue(self.absent.size())
({'a': 1})[?'b'].orValue(self.absent.size())
({'a': 1})[?self.l[0]].orValue(self.absent.size())
({'b': 1})[?self.l[0]].orValue(self.absent.size())
({'b': 1})[?self.l[0]]
({'b': self.n})[?self.l[0]]
({self.s: 1})[?self.l[0]]
({self.s: 1})[?self.l[0]].orValue(2)
[({self.s: 1})[?self.l[0]].orValue(2)]
({self.s: 1})[self.l[0]]
({'%x %X'.format([(-9223372036854775808), self.s]): 1})[?self.l[0]].orValue(3)
({'%x %X'.format([5, self.s]): self.l.lastIndexOf('a')})[?self.l[0]].orValue(3)
({'%x %X'.format([5, self.s]): self.l.lastIndexOf('a')})[?self.l[0]].orValue(self.absent.size())
({self.s: self.l.lastIndexOf('a')})[?self.l[0]].orValue(self.absent.size())
(self.absent == 'a' ? object.s : 'a').lastIndexOf('')
(self.absent == 'a' ? object.s : 'a').lastIndexOf(self.s)
(self.absent == 'a' ? object.s : 'a').lastIndexOf(self.s.lowerAscii())
(self.absent == 'a' ? object.s : 'a').indexOf(self.s.lowerAscii())
(self.absent == 'a' ? object.s : 'a').startsWith(self.s.lowerAscii())
(self.absent == 'a' ? object.s : 'a').contains(self.s.lowerAscii())
(self.absent == 'a' ? object.s : 'a').split(self.s.lowerAscii())
object.absent.lastIndexOf(self.s.lowerAscii())
object.absent.lastIndexOf(''.lowerAscii())
object.absent.lastIndexOf(self.absent)
object.absent.lastIndexOf('')
object.absent.indexOf(''.lowerAscii())
object.absent.indexOf(self.n + 1)
object.absent + (self.n + 1)
object.absent.lastIndexOf(''.lowerAscii(), self.n + 1)
object.absent.sum()
object.absent.slice(1 + 1, 2)
object.ms[object.nul]
object.ms[dyn(null)]
object.ms[null]
object.?ms[?object.nul]
object.?ms[?object.nul].orValue(1)
object.ms[?object.nul].orValue(1)
object.ms[?dyn(null)].orValue(1)
object.ms[?dyn([1])].orValue(1)
object.ms[?dyn(b'a')].orValue(1)
object.ms[dyn([1])]
object.ms[dyn({'a': 1})]
object.ms[object.l]
object.ms[object.mp]
object.ms[dyn(b'a')]
object.ms[dyn(timestamp(0))]
object.ms[dyn(duration('1s'))]
object.ms[dyn(1)]
object.ms[dyn(true)]
object.ms[dyn(1.5)]
object.ms[dyn(2u)]
object.ms[dyn(int)]
object.ms[[1]]
object.ms[optional.of(1)]
object.ms[dyn(optional.of(1))]
object.ms[url('https://a')]
object.l[object.nul]
object.l[dyn(null)]
object.l[dyn([1])]
object.l[dyn(true)]
object.l[dyn('a')]
object.l[object.s]
object.l[?object.nul].orValue(1)
object.l[?dyn(null)].orValue(1)
object.l[?dyn('a')].orValue(1)
object.l[?dyn(true)].orValue(1)
object.l[?dyn(1.5)].orValue(1)
object.n[object.nul]
object.n[dyn(1)]
object.n[?object.nul].orValue(1)
object.n[?dyn(1)].orValue(1)
object.n.x
object.n.?x.orValue(1)
object.s.x
object.s[0]
object.s[dyn(null)]
object.nul.x
object.nul.?x.orValue(1)
object.nul[0]
object.nul[object.nul]
has(object.nul.x)
has(object.n.x)
has(object.l.x)
has(object.l[0].x)
object.absent[object.nul]
object.ms[object.absent]
object.ms[object.nul].x
object.ms[object.nul][1]
[object.ms[object.nul], ?object.?absent]
self.mp[object.nul]
self.mp[dyn(null)]
self.mp[?object.nul].orValue(1)
self.l[object.nul]
self.l[object.s]
self.l[dyn('a')]
self.li[object.nul]
self.o[object.nul]
{'a': 1}[object.nul]
{'a': 1}[dyn(null)]
{'a': 1}[dyn(b'a')]
{'a': 1}[?dyn(null)].orValue(2)
[1][dyn(null)]
[1][object.nul]
[1][?dyn(null)].orValue(2)
{'a': 1}[?object.nul].orValue(2)
object.li.reverse().sortBy(x, -x)
object.li.sort()
object.s.sort()
object.lo.sort()
object.ld.sort()
object.ls.sort()
object.ll.sort()
[dyn(1), dyn('a')].sort()
[dyn('a'), dyn(1)].sort()
[dyn(1), dyn(1.5)].sort()
[dyn(null)].sort()
[dyn([1])].sort()
dyn([3, 1]).sort()
dyn([]).sort()
dyn('a').sort()
dyn([3, 1]).sortBy(x, x)
dyn(['b', 'a']).sortBy(x, x)
dyn(['b', 1]).sortBy(x, x)
dyn(5).sortBy(x, x)
dyn({'a': 1}).sortBy(x, x)
object.lo.sortBy(x, x.k)
object.lo.sortBy(x, x.v)
object.lo.sortBy(x, x.w)
object.lo.sortBy(x, x)
self.lo.sortBy(x, x.k)
self.lo.sortBy(x, dyn(x.k))
object.li.distinct().sort()
object.l.distinct().sort()
object.l.reverse().sort()
object.l.slice(0, 2).sort()
object.l.slice(0, 2).sum()
object.li.slice(0, 2).sum()
object.li.reverse().max()
object.l.reverse().max()
object.l.reverse().min()
object.l.reverse().isSorted()
object.li.reverse().isSorted()
object.ld.distinct().sum()
object.l.distinct().join()
object.l.distinct().all(x, x > 1)
object.l.distinct().all(x, x > 'a')
object.l.distinct().map(x, x + 1)
object.l.distinct().map(x, x + 'a')
object.l.distinct().indexOf('b')
object.l.distinct()[0].size()
size(object.l.distinct()[0])
object.l.distinct()[0].lowerAscii()
object.li.distinct()[0].lowerAscii()
object.li.distinct()[0].contains('a')
object.l.distinct()[0].contains('a')
quantity(object.li.distinct()[0])
quantity(object.l.distinct()[0])
ip(object.li.distinct()[0])
object.li.distinct()[0].getHours()
object.l.distinct()[0].getHours()
object.l.distinct()[0].isGreaterThan(quantity('1'))
object.l.distinct()[0].compareTo(quantity('1'))
object.l.distinct()[0].add(1)
object.ms[self.l]
object.ms[self.ls]
object.ms[self.lo]
object.ms[self.mp]
object.ms[self.o]
object.ms[self.by]
object.ms[self.dur]
object.ms[self.dt]
object.ms[quantity('1')]
object.ms[ip('::1')]
object.ms[cidr('::1/8')]
object.ms[semver('1.2.3')]
object.ms[format.uri()]
object.ms[[self.n]]
object.ms[{'a': self.n}]
object.ms[[self.l][0]]
object.ms[[dyn(null), self.n][0]]
object.ms[bytes(self.s)]
object.ms[self.l.map(x, x)]
object.ms[type(self.l)]
object.ms[self.b ? object.nul : dyn(null)]
object.ms[object.l[0]]
dyn(url('https://a')).all(x, true)
dyn(quantity('1')).all(x, true)
dyn(ip('::1')).all(x, true)
dyn(cidr('::1/8')).all(x, true)
dyn(semver('1.2.3')).all(x, true)
dyn(format.uri()).all(x, true)
dyn(1).all(x, true)
dyn(null).all(x, true)
dyn(optional.of(1)).all(x, true)
dyn(url('https://a')).transformList(i, x, true)
dyn(1u).transformList(i, x, true)
object.n.all(x, true)
object.nul.all(x, true)
dyn({'a': 1}).sort()
dyn(1).sort()
dyn(null).sort()
dyn(timestamp(0)).sort()
dyn(duration('1s')).sort()
dyn(1).sortBy(x, x)
`
  .trim()
  .split('\n')
