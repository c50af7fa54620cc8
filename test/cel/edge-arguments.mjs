/** Functions and macros at the edges of what they take. */
export const edgeArguments = String.raw`
'abab'.findAll('a', 1)
'abab'.findAll('a', 0)
'abab'.findAll('a', -1)
'abab'.findAll('b', 5)
'abab'.findAll('[', 1)
'hello'.substring(0, 0)
'hello'.substring(-3, -1)
'hello'.substring(0, -1)
'hello'.substring(5, 5)
'hello'.substring(6)
'hello'.substring(2, 9)
'a,b,c'.split(',', 1)
''.split('', 1)
''.split(',', 1)
'abc'.split('', 1)
'a,b'.split(',', 2)
[1, 2].map(x, dyn(x) && 1)
1 == 1 && dyn(2)
dyn(3) || false
dyn('a') ? 1 : 2
'%d'.format([self.d])
'%s'.format([[[1.5]]])
'%s %d'.format([1])
'%x'.format([[1]])
'%s'.format([[format.uri()]])
'%d'.format([[format.uri()]])
'%q'.format([1])
'%5'.format([1])
'abcabc'.lastIndexOf('c', 5)
'abcabc'.lastIndexOf('c', 6)
'abcabc'.lastIndexOf('c', 0)
'abcabc'.lastIndexOf('', 99)
'abcabc'.indexOf('', 99)
'abcabc'.indexOf('a', 6)
'abcabc'.indexOf('a', 3)
'abcabc'.indexOf('abc', 4)
'😀bc'.indexOf('c')
'abcabc'.charAt(6)
'abcabc'.charAt(7)
'abcabc'.charAt(-1)
'aaa'.replace('a', 'b', 0)
'aaa'.replace('a', 'b', 1)
'aaa'.replace('a', 'b', 2)
'aaa'.replace('a', 'b', 3)
'aaa'.replace('', 'b', 3)
'aaa'.replace('', 'b', 4)
'aaa'.replace('', 'b')
timestamp('2024-01-01T00:00:00Z').getHours('')
timestamp('2024-01-01T00:00:00Z').getHours('UTC')
timestamp('2024-01-01T00:00:00Z').getHours('Europe/Berlin')
timestamp('2024-01-01T00:00:00Z').getHours('+25:00')
timestamp('2024-01-01T00:00:00Z').getHours('-01:00')
timestamp('2024-01-01T00:00:00Z').getHours('01:00')
timestamp('2024-01-01T00:00:00Z').getHours('x:00')
'abab'.findAll(self.s, 1)
'abab'.findAll(self.l[0], 1)
'abab'.findAll(self.l[0], 0)
'abab'.findAll(self.l[0], -1)
'hello'.findAll(self.empty, 2)
dyn(1).findAll('a', 1)
object.n.findAll('a', 1)
object.n.findAll('a')
object.n.find('a')
object.n.matches('a')
object.s.findAll('l', 1)
semver('')
semver('1')
semver('1.2')
semver('.')
semver('1.2.3-')
semver('1.2.3+')
semver('1.2.3-a..b')
semver('1.2.3+a..b')
semver('1.2.3-01')
semver('1.2.3-0a')
semver('1.2.3-a_b')
semver('1.2.3+a_b')
semver('1.2.3-\n')
semver('1.2.3\n')
semver('\n1.2.3')
semver('1.2.3+a\nb')
semver('1.2.99999999999999999999')
semver('1.99999999999999999999.3')
semver('99999999999999999999.1.3')
semver('18446744073709551615.1.3')
semver('18446744073709551616.1.3')
semver('9999999999999999999.1.99999999999999999999')
semver('9999999999999999999.1.18446744073709551616')
semver('1.2.3-9999999999999999999.18446744073709551616')
semver('1.2.3-18446744073709551616')
semver('1.2.3-18446744073709551615').compareTo(semver('1.2.3-1'))
semver('01.2.3')
semver('1.02.3')
semver('1.2.03')
semver('a.2.3')
semver('1.b.3')
semver('1.2.c')
semver('1.2.')
semver('1..3')
semver('.2.3')
semver('-1.2.3')
semver('1.2.3.4')
semver('1.2.3-a+b-c.d')
semver('1.2.3+b-c.d').compareTo(semver('1.2.3'))
semver('v1.2.3')
semver('v1.2', true)
semver('1', true)
semver('', true)
semver(' 1.2.3', true)
semver('01.02.03', true)
semver('1.2-a', true)
semver('1.2+a', true)
semver('1.2.3.4', true)
isSemver('1.2.18446744073709551616')
isSemver('v1', true)
['a', dyn(1)].join()
[dyn(1)].join(',')
object.li.join()
object.li.join(',')
object.l.join()
object.lo.join()
[dyn('a'), dyn(1 / 0)].join()
['a', 'b'].join(dyn(1))
object.ms.join()
format.dns1035Label().validate('a.b')
format.dns1035Label().validate('a-')
format.dns1035Label().validate('1a')
format.dns1035LabelPrefix().validate('a-')
format.dns1035LabelPrefix().validate('1a')
format.dns1035LabelPrefix().validate('a.b')
format.dns1123Label().validate('a-')
format.dns1123Label().validate('1a')
format.dns1123LabelPrefix().validate('a-')
format.dns1123LabelPrefix().validate('-a')
format.dns1123LabelPrefix().validate('a.b')
format.dns1123Subdomain().validate('a-')
format.dns1123Subdomain().validate('a.b')
format.dns1123SubdomainPrefix().validate('a.b-')
format.dns1123SubdomainPrefix().validate('a_b')
format.qualifiedName().validate('a/b/c')
format.labelValue().validate('-')
format.uuid().validate('123e4567-e89b-12d3-a456-426614174000')
format.uuid().validate('x')
format.byte().validate('aGk=')
format.byte().validate('!!')
format.date().validate('2024-02-30')
format.date().validate('2024-02-29')
format.datetime().validate('2024-02-29')
format.datetime().validate('2024-02-29T00:00:00Z')
format.uri().validate('x')
format.named('dns1035Label').value().validate('a-')
format.named('dns1123LabelPrefix').value().validate('a-')
format.named('dns1123SubdomainPrefix').value().validate('a-')
format.named('dns1035LabelPrefix').value().validate('a-')
format.named('dns1123Label').hasValue()
format.named('dns1123Subdomain').hasValue()
format.named('dns1035Label').hasValue()
format.named('dns1035LabelPrefix').hasValue()
format.named('qualifiedName').hasValue()
format.named('labelValue').hasValue()
format.named('uuid').hasValue()
format.named('byte').hasValue()
format.named('date').hasValue()
format.named('datetime').hasValue()
format.named('nope').hasValue()
format.named('')
format.named('byte').value().validate(1)
format.named('byte').value() == format.byte()
format.named('datetime').value() == format.datetime()
[?1, 2]
[?self.s]
{?'a': 1}
[?optional.none(), ?optional.of(1)]
{1: 2}.all(x, x)
[1].filter(x, x)
[1].filter(x, 'a')
[1].exists(x, x + 1)
cidr('10.0.0.0/8').containsCIDR('10.0.0.0/7')
cidr('10.0.0.0/8').containsCIDR('11.0.0.0/8')
cidr('10.0.0.0/8').containsCIDR('11.0.0.0/9')
cidr('10.0.0.0/8').containsCIDR('11.0.0.0/7')
cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/7'))
cidr('10.0.0.0/8').containsCIDR('10.0.0.0/8')
cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')
cidr('::/0').containsCIDR('10.0.0.0/8')
cidr('0.0.0.0/0').containsCIDR('::/0')
[[1], [2]].flatten(0)
[[[1]], [[2]]].flatten(1)
[1, optional.of(2)].unwrap()
[optional.of(1), optional.none()].unwrap()
[optional.of(1)].unwrapOpt()
[dyn(1)].unwrap()
object.l.unwrap()
object.l.unwrapOpt()
dyn([1]).unwrap()
dyn(1) != dyn(1 / 0)
(1 / 0) != 1
dyn([1 / 0]) != [1]
self.absent != 'a'
object.absent != 'a'
'a' != object.absent
1 +
!
-
(
- -
1 - -
! ? 1 : 2
[!]
[-]
f(!)
f(-)
a ||
a && -
a ? : b
a ? b :
a ? b : -
'a,b,c'.split(',', -2)
'a,b,c'.split(',', self.m)
'a,b,c'.split(',', 1 - 3)
self.s.split(',', 2)
self.s.split(',', 1000)
self.s.split(',', -1).map(x, x + x)
self.s.split(',', -9223372036854775808)
(self.b ? self.l : self.ls).map(x, x)
(self.b ? ['a'] : self.ls).map(x, x)
(self.b ? {'a': 1} : self.mp).map(x, x)
(self.b ? [] : self.l).map(x, x)
1 in []
self.n in []
'x' in []
object.n in [1, 7]
object.n in [1, 7.0]
object.n in [1, 7u]
object.n in [1, 'a', null]
object.n in [1, [7]]
object.n in [7, [7]]
object.absent in [1]
object.absent in []
[1] in [[1]]
self.d in [2.5]
self.n in [self.n]
'%f'.format([0.0])
'%f'.format([1.0])
'%.0f'.format([0.5])
'%.0f'.format([1.5])
'%.1f'.format([0.25])
'%.2f'.format([0.25])
'%.3f'.format([1e21])
'%e'.format([0.0])
'%s'.format([1e21])
'%s'.format([1e20])
'%s'.format([123456789.0])
'%s'.format([1e-7])
'%s'.format([0.1])
'%s'.format([100.0])
'%s'.format([-0.0])
[1, 2].map(x + 1, x)
[1, 2].map(1, x)
[1, 2].filter(1, true)
[1, 2].sortBy(1, x)
[1, 2].sortBy('a', x)
[1, 2].all(1, true)
[1, 2].exists(x.y, true)
[1, 2].exists_one(1, true)
[1, 2].existsOne(1, true)
[1, 2].transformList(1, x, x)
[1, 2].transformList(i, 1, x)
[1, 2].transformList(i, i, x)
[1, 2].transformList(i, 1, true, x)
[1, 2].transformMap(1, x, x)
[1, 2].transformMapEntry(1, x, {x: x})
optional.of(1).optMap(1, x)
optional.of(1).optFlatMap(1, x)
optional.of(1).optMap(x, x + 1)
[1, 2].map(x, true, x, 1)
[3, 1, 2].sortBy(x, -x)
[].sortBy(x, x)
[object.n, 3].sortBy(x, x)
object.l.sortBy(x, x)
cel.bind(x, 1, x + 1)
cel.bind(1, 1, 2)
timestamp('0001-01-01T00:00:00Z').getFullYear('+00:01')
timestamp('0001-01-01T00:00:00Z').getFullYear('-00:01')
timestamp('2024-01-01T00:00:00Z').getHours('America/New_York')
timestamp('2024-01-01T00:00:00Z').getHours('No/Where')
timestamp('2024-01-01T00:00:00Z').getHours('EST')
timestamp('2024-07-01T00:00:00Z').getHours('EST5EDT')
timestamp('2024-07-01T00:00:00Z').getMinutes('Asia/Kolkata')
timestamp('2024-07-01T00:00:00Z').getMinutes('+05:30')
timestamp('2024-07-01T00:00:00Z').getMinutes('05:30')
timestamp('2024-07-01T00:00:00Z').getMinutes('-05:30')
timestamp('2024-07-01T00:00:00Z').getMinutes('-00:30')
timestamp('2024-07-01T00:00:00Z').getMinutes('5:3')
timestamp('2024-07-01T00:00:00Z').getMinutes('+5:')
timestamp('2024-07-01T00:00:00Z').getMinutes(':30')
string(timestamp('2024-07-01T00:00:00.5Z'))
string(duration('0s'))
string(duration('1ns'))
string(duration('-1.5h'))
string(timestamp('2024-07-01T00:00:00-00:30'))
string(timestamp('2024-07-01T00:00:00+00:30'))
self.ls + ['x']
self.ls + ['q']
self.ls + [self.absent]
self.lo + [{'k': 'one', 'v': 9}]
self.lo + [{'k': 'three'}]
self.lo + object.lo
self.lo == [{'k': 'two', 'v': 2, 'w': 'z'}, {'k': 'one', 'v': 1}]
self.lo == [{'k': 'two', 'v': 2}, {'k': 'one', 'v': 1}]
self.lo == object.lo.map(x, x)
object.lo == self.lo
self.ls == ['y', 'x']
self.ls == ['y', 'y']
self.ls == ['y']
self.ls != ['y', 'x']
self.ls == object.l
self.ls == 'a'
dyn(self.ls) == 1
dyn(self.lo) == {'a': 1}
(self.ls + ['x']).size()
(self.lo + [{'k': 'one'}])[0]
has((self.lo + [{'k': 'one'}])[0].v)
semver('99999999999999999999.b.3')
semver('1.99999999999999999999.c')
semver('1.2.99999999999999999999-a_b')
semver('1.2.3-18446744073709551616+a_b')
semver('1.2.3-0')
semver('1.2.3-00')
semver('1.2.3+00')
semver('1.2.3+a-b')
semver('1.2.3-a+b+c')
semver('1.2.3+b+c')
semver('1.2.3-a-b')
semver('1.2.-')
semver('1.2.+')
'%s'.format([{null: 1}])
'%s'.format([{1.5: 1}])
'%s'.format([{object.nul: 1}])
'%s'.format([{object.d: 1}])
'%s'.format([{object.n: 1, 'b': 2, true: 3, 5u: 4}])
'%s'.format([{'b': 1, 'a': 2}])
'%s'.format([object.mp])
cel.bind(x, {'a': 1}, x.a)
cel.bind(x, {'a': 1}, x.a + x.size())
cel.bind(x, {'a': 1}, x)
cel.bind(x, {}, x)
cel.bind(x, [], x + [1])
cel.bind(x, [], [x + [1], x])
cel.bind(x, [1].map(i, i), [x + [2], x])
cel.bind(x, [1].map(i, i), [x + [2], x + [3], x])
[1].map(i, i) + [2]
cel.bind(x, {'a': 1}.transformMap(k, v, v), x.transformMapEntry(k, v, {k + 'b': v}))
cel.bind(x, {'a': 1}.transformMap(k, v, v), [x, x.transformMapEntry(k, v, {k + 'b': v}), x])
[1 in [], false]
[self.n in [], false]
[1 in []]
{'a': 1 in []}
(1 in []) ? 1 : 2
object.n.indexOf('a')
object.n.indexOf('a', 1)
object.b.lastIndexOf(1)
object.n.compareTo(quantity('1'))
quantity('1').compareTo(object.n)
(1 / 0) < 1
1 < (1 / 0)
dyn(1 / 0) == 1
1 in (1 / 0)
(1 / 0) in [1]
(1 / 0) in [self.n]
[1 / 0, 1]
{1 / 0: 1}
{'a': 1 / 0}
[1].map(x, 1 / 0)
[1].transformMap(i, x, 1 / 0)
[1].transformMapEntry(i, x, {'a': 1 / 0})
[1].transformMapEntry(i, x, dyn(1))
[1, 2].transformMapEntry(i, x, {'a': x})
[1].transformMapEntry(i, x, {'a': x}).a
-(1 / 0)
!(1 / 0 == 1)
dyn('a') < dyn(1)
dyn(1) < dyn('a')
dyn([1]) < dyn([1])
dyn(null) < dyn(null)
dyn(null) < 1
dyn([1]) < 1
dyn(1) + dyn('a')
dyn([1]) + 1
dyn([1]) + dyn(1)
dyn(b'a') + 'a'
dyn('a') + 1
1 in dyn(1)
'a' in dyn('abc')
1 in dyn(null)
[1] in [[1], [2]]
{'a': 1} in [{'a': 1}]
null in [null]
null == null
null != null
[null]
type(null)
!dyn(1)
!dyn('a')
-dyn('a')
-dyn(null)
`
  .trim()
  .split('\n')
