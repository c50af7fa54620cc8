import { handMade } from './hand-made.mjs'

/** Small numbers in a row that only the seed decides. */
class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  below(count) {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * count)
  }

  of(items) {
    return items[this.below(items.length)]
  }
}

const leaves = {
  bool: [
    'true',
    'false',
    'self.b',
    'object.b',
    'has(self.s)',
    'has(self.absent)',
    'has(object.o.nested)',
    'has(self.gone.x)',
  ],
  int: [
    '0',
    '1',
    '-5',
    '42',
    '9223372036854775807',
    '-9223372036854775808',
    'self.n',
    'self.m',
    'object.n',
    'self.o.nested.x',
    'object.mp.a',
    'self.mp["b"]',
    'self.big',
    'self.absentmap',
  ],
  uint: ['0u', '3u', '18446744073709551615u'],
  double: ['0.0', '1.5', '-2.25', '1e10', '1e308', 'self.d', 'object.d', 'self.ld[0]'],
  string: [
    "''",
    "'a'",
    "'hello'",
    "'Größe'",
    "'a,b,c'",
    'self.s',
    'self.t',
    'object.s',
    'self.o.a',
    'self.l[0]',
    'self.ms.x',
    'object.ms["k8s.io/z"]',
    'self.absent',
    'self.nul',
    'self.empty',
    'self.o.foo__dash__bar',
  ],
  bytes: ["b''", "b'abc'", "b'\\xff'", 'self.by'],
  duration: ["duration('1h')", "duration('-1.5s')", 'self.dur'],
  timestamp: ["timestamp('2024-01-02T03:04:05Z')", 'self.dt', 'self.date', 'timestamp(0)'],
  strings: ["['a', 'b']", '[]', 'self.l', 'self.ls', 'object.l', "['z']", "self.s.split('l')", 'self.none'],
  ints: ['[1, 2, 3]', '[]', 'self.li', 'object.li', 'self.ll[0]', 'lists.range(3)'],
  map: ["{'a': 1}", '{}', 'self.mp', 'object.mp', "{'x': 2, 'y': 3}"],
  dyn: [
    'object',
    'object.o',
    'object.l[1]',
    'object.absent',
    'self.ios',
    'self.ion',
    'dyn(1)',
    "dyn('x')",
    'dyn([1])',
    'object.nul',
    'object.lo[0].v',
  ],
}
const types = Object.keys(leaves)
const ordered = ['int', 'uint', 'double', 'string', 'bytes', 'duration', 'timestamp', 'bool']

/** Forms of each type; a name in angle brackets is replaced by an expression of that type. */
const forms = {
  bool: [
    '<bool> && <bool>',
    '<bool> || <bool>',
    '!<bool>',
    '<bool> ? <bool> : <bool>',
    ...['==', '!='].flatMap((sign) => types.map((type) => `<${type}> ${sign} <${type}>`)),
    ...['<', '<=', '>', '>='].flatMap((sign) => ordered.map((type) => `<${type}> ${sign} <${type}>`)),
    '<int> < <double>',
    '<uint> >= <int>',
    '<string> in <strings>',
    '<int> in <ints>',
    '<string> in <map>',
    '<dyn> in <strings>',
    '<string>.contains(<string>)',
    '<string>.startsWith(<string>)',
    '<string>.endsWith(<string>)',
    "<string>.matches('[a-c]+$')",
    "matches(<string>, '^h')",
    '<string>.matches(<string>)',
    '<strings>.all(x, <xstring>)',
    '<strings>.exists(x, <xstring>)',
    '<strings>.exists_one(x, <xstring>)',
    '<ints>.all(i, v, v >= i)',
    '<ints>.exists(i, v, v == i)',
    '<map>.all(k, <map>[k] > 0)',
    '<map>.exists(k, v, v > 1)',
    '<ints>.existsOne(i, v, i == v)',
    '<strings>.isSorted()',
    '<ints>.isSorted()',
    'sets.contains(<strings>, <strings>)',
    'sets.equivalent(<ints>, <ints>)',
    'sets.intersects(<strings>, <strings>)',
    'isQuantity(<string>)',
    'isURL(<string>)',
    'isIP(<string>)',
    'isCIDR(<string>)',
    'isSemver(<string>)',
    'optional.of(<string>).hasValue()',
    'self.?absent.hasValue()',
    '<dyn> == <int>',
    '<dyn> < <int>',
    'bool(<string>)',
    'type(<dyn>) == int',
    '<dyn>.contains(<string>)',
  ],
  int: [
    '<int> + <int>',
    '<int> - <int>',
    '<int> * <int>',
    '<int> / <int>',
    '<int> % <int>',
    '-<int>',
    '<bool> ? <int> : <int>',
    'size(<string>)',
    '<strings>.size()',
    '<ints>.size()',
    'size(<map>)',
    '<bytes>.size()',
    'int(<double>)',
    'int(<string>)',
    'int(<uint>)',
    'int(<duration>)',
    'int(<timestamp>)',
    '<ints>[0]',
    '<ints>[<int>]',
    '<map>[<string>]',
    '<ints>.sum()',
    '<ints>.min()',
    '<ints>.max()',
    '<ints>.indexOf(<int>)',
    '<strings>.lastIndexOf(<string>)',
    '<string>.indexOf(<string>)',
    '<string>.indexOf(<string>, <int>)',
    '<string>.lastIndexOf(<string>)',
    '<string>.lastIndexOf(<string>, <int>)',
    '<timestamp>.getFullYear()',
    '<timestamp>.getMonth()',
    '<timestamp>.getDayOfYear()',
    '<timestamp>.getDate()',
    '<timestamp>.getDayOfMonth()',
    '<timestamp>.getDayOfWeek()',
    "<timestamp>.getHours('-02:30')",
    "<timestamp>.getHours('America/New_York')",
    '<timestamp>.getMilliseconds()',
    '<duration>.getHours()',
    '<duration>.getMinutes()',
    '<duration>.getSeconds()',
    '<duration>.getMilliseconds()',
    'self.?gone.x.orValue(<int>)',
    '<ints>[?<int>].orValue(<int>)',
    'optional.none().orValue(<int>)',
    '<map>[?<string>].orValue(<int>)',
    '<ints>.first().value()',
    '<ints>.last().orValue(<int>)',
  ],
  uint: [
    '<uint> + <uint>',
    '<uint> - <uint>',
    '<uint> * <uint>',
    '<uint> / <uint>',
    '<uint> % <uint>',
    'uint(<int>)',
    'uint(<double>)',
    'uint(<string>)',
  ],
  double: [
    '<double> + <double>',
    '<double> - <double>',
    '<double> * <double>',
    '<double> / <double>',
    '-<double>',
    'double(<int>)',
    'double(<string>)',
    'double(<uint>)',
    'self.ld.sum()',
    'self.ld.max()',
  ],
  string: [
    '<string> + <string>',
    '<bool> ? <string> : <string>',
    'string(<int>)',
    'string(<double>)',
    'string(<bool>)',
    'string(<bytes>)',
    'string(<timestamp>)',
    'string(<duration>)',
    'string(<uint>)',
    '<string>.charAt(<int>)',
    '<string>.substring(<int>)',
    '<string>.substring(<int>, <int>)',
    '<string>.replace(<string>, <string>)',
    '<string>.replace(<string>, <string>, <int>)',
    '<string>.lowerAscii()',
    '<string>.upperAscii()',
    '<string>.trim()',
    '<strings>.join(<string>)',
    '<strings>.join()',
    "'%s-%d'.format([<string>, <int>])",
    "'%s %s'.format([<strings>, <map>])",
    "'%.3f'.format([<double>])",
    "'%e'.format([<double>])",
    "'%x %X'.format([<int>, <string>])",
    "'%b %o'.format([<int>, <int>])",
    'strings.quote(<string>)',
    "<string>.find('[a-z]+')",
    '<strings>[0]',
    '<strings>[<int>]',
    '<strings>.max()',
    'self.ms[<string>]',
    'self.?ms[?<string>].orValue(<string>)',
    '<strings>.first().orValue(<string>)',
  ],
  bytes: ['<bytes> + <bytes>', 'bytes(<string>)'],
  duration: [
    '<duration> + <duration>',
    '<duration> - <duration>',
    '<timestamp> - <timestamp>',
    'duration(<string>)',
    'duration(<int>)',
  ],
  timestamp: [
    '<timestamp> + <duration>',
    '<timestamp> - <duration>',
    '<duration> + <timestamp>',
    'timestamp(<string>)',
    'timestamp(<int>)',
  ],
  strings: [
    '<strings> + <strings>',
    '<strings>.map(x, <xmapped>)',
    '<strings>.filter(x, <xstring>)',
    '<string>.split(<string>)',
    '<string>.split(<string>, <int>)',
    '<strings>.sort()',
    '<strings>.distinct()',
    '<strings>.reverse()',
    '<strings>.slice(0, 1)',
    '<strings>.slice(<int>, <int>)',
    "<string>.findAll('[a-z]')",
    "<string>.findAll('.', <int>)",
    '<strings>.sortBy(x, <xmapped>)',
    '<strings>.transformList(i, x, <xmapped>)',
    '[<string>, ?self.?absent]',
    '<map>.map(k, k)',
    '<strings>.map(x, <xstring>, <xmapped>)',
  ],
  ints: [
    '<ints> + <ints>',
    '<ints>.map(x, x * 2)',
    '<ints>.filter(x, x > <int>)',
    '<ints>.sort()',
    '<ints>.distinct()',
    '<ints>.reverse()',
    '<ints>.sortBy(x, -x)',
    'self.ll.flatten()',
    '[[1], [2, 3]].flatten()',
    '[<int>, <int>]',
    '<strings>.map(x, size(x))',
    '<ints>.transformList(i, v, i > 0, v + i)',
    '<map>.transformList(k, v, v)',
  ],
  map: [
    '{<string>: <int>}',
    "{'a': <int>, 'b': <int>}",
    '<strings>.transformMap(i, v, i)',
    '<map>.transformMap(k, v, v + 1)',
    '<map>.transformMap(k, v, v > 1, v)',
    '<strings>.transformMapEntry(i, v, {v: i})',
    "{?'a': self.mp[?'a'], 'c': <int>}",
    '<bool> ? <map> : <map>',
  ],
  dyn: [
    'dyn(<int>)',
    'dyn(<string>)',
    '<bool> ? object.o : object.mp',
    'object[<string>]',
    'object.l',
    'self.?o.?nested.?x',
    'optional.of(<int>).optMap(v, v + 1)',
    'self.?gone.optFlatMap(g, g.?x)',
    '[<int>, <int>][?<int>]',
    'optional.ofNonZeroValue(<string>).or(optional.of(<string>))',
    'quantity(<string>)',
    'quantity(self.q).add(<int>)',
    'ip(<string>)',
    'cidr(<string>)',
    'semver(<string>)',
    'url(<string>)',
    'url(self.url).getQuery()',
    'format.dns1123Label().validate(<string>)',
    'format.named(<string>)',
    'type(<dyn>)',
    'self.lo',
    'self.lo + self.lo',
    'self.ls + <strings>',
    'self.lo.filter(e, has(e.w))',
    '{1: <string>}[<int>]',
    'null',
  ],
  xstring: [
    "x == 'a'",
    "x.startsWith('c')",
    'size(x) > 1',
    'x in self.ls',
    'x != self.s',
    'self.mp[x] > 0',
    "x.contains('b') || x == 'a'",
  ],
  xmapped: ["x + '!'", 'x.upperAscii()', "x == 'a' ? x : 'other'", 'self.ms[x]', 'string(size(x))'],
}

function expression(random, type, depth) {
  const own = leaves[type]
  if (own !== undefined && (depth === 0 || random.below(4) === 0)) return random.of(own)
  return random.of(forms[type]).replace(/<([a-z]+)>/g, (_, part) => {
    const made = expression(random, part, depth - 1)
    return /^[\w.'"[\]]+$/.test(made) ? made : `(${made})`
  })
}

/** Changes one character, so that most results are no expressions any more. */
function broken(random, text) {
  const at = random.below(text.length)
  return `${text.slice(0, at)}${random.of(['', '!', '.', '(', ')', '?', 'x', "'", ' ', '1', '+'])}${text.slice(at + random.below(2))}`
}

/** Every form once with leaves, then random ones, then some that are broken. */
export function expressions(count) {
  const random = new Random(20261122)
  const all = new Set(handMade)
  for (const type of types) {
    for (const leaf of leaves[type]) all.add(leaf)
    for (const form of forms[type]) all.add(form.replace(/<([a-z]+)>/g, (_, part) => expression(random, part, 0)))
  }
  while (all.size < count) {
    const made = expression(random, random.of(types), 1 + random.below(3))
    all.add(random.below(20) === 0 ? broken(random, made) : made)
  }
  return [...all].filter((each) => each.length < 400)
}
