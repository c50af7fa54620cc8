import { readType, type StaticType, splitTypes } from './cel-static-type.js'

/** One form of a function. */
export interface Overload {
  /** It is called on a value, which is the first argument. */
  readonly member: boolean
  readonly args: readonly StaticType[]
  readonly result: StaticType
}

const timestamp = 'google.protobuf.Timestamp'
const duration = 'google.protobuf.Duration'
const ordered = `bool int uint double string bytes ${timestamp} ${duration}`.split(' ')
const numbers = ['int', 'uint', 'double']

function operators(): string[] {
  const comparisons = ['_<_', '_<=_', '_>_', '_>=_'].flatMap((name) => [
    ...ordered.map((type) => `${name}(${type}, ${type}) bool`),
    ...numbers.flatMap((a) => numbers.filter((b) => a !== b).map((b) => `${name}(${a}, ${b}) bool`)),
  ])
  const arithmetic = ['_+_', '_-_', '_*_', '_/_'].flatMap((name) =>
    numbers.map((type) => `${name}(${type}, ${type}) ${type}`),
  )
  return [...comparisons, ...arithmetic]
}

/** The functions of the language and of the libraries that Kubernetes adds: `receiver.name(arguments) result`. */
const signatures = `
_==_(A, A) bool
_!=_(A, A) bool
_&&_(bool, bool) bool
_||_(bool, bool) bool
!_(bool) bool
-_(int) int
-_(double) double
_%_(int, int) int
_%_(uint, uint) uint
_+_(string, string) string
_+_(bytes, bytes) bytes
_+_(list(A), list(A)) list(A)
_+_(T!, D!) T!
_+_(D!, T!) T!
_+_(D!, D!) D!
_-_(T!, T!) D!
_-_(T!, D!) T!
_-_(D!, D!) D!
_?_:_(bool, A, A) A
@in(A, list(A)) bool
@in(A, map(A, B)) bool
_[_](list(A), int) A
_[_](map(A, B), A) B
_[_](optional_type(list(A)), int) optional_type(A)
_[_](optional_type(map(A, B)), A) optional_type(B)
_[?_](list(A), int) optional_type(A)
_[?_](map(A, B), A) optional_type(B)
_[?_](optional_type(list(A)), int) optional_type(A)
_[?_](optional_type(map(A, B)), A) optional_type(B)
size(string) int
size(bytes) int
size(list(A)) int
size(map(A, B)) int
string.size() int
bytes.size() int
list(A).size() int
map(A, B).size() int
type(A) type(A)
dyn(A) dyn
bool(bool) bool
bool(string) bool
bytes(bytes) bytes
bytes(string) bytes
double(double) double
double(int) double
double(string) double
double(uint) double
duration(D!) D!
duration(string) D!
duration(int) D!
int(int) int
int(double) int
int(string) int
int(T!) int
int(D!) int
int(uint) int
int(Q!) int
string(string) string
string(bool) string
string(bytes) string
string(double) string
string(int) string
string(uint) string
string(T!) string
string(D!) string
string(net.IP) string
string(net.CIDR) string
timestamp(T!) T!
timestamp(string) T!
timestamp(int) T!
uint(uint) uint
uint(double) uint
uint(int) uint
uint(string) uint
matches(string, string) bool
string.matches(string) bool
string.contains(string) bool
string.endsWith(string) bool
string.startsWith(string) bool
string.charAt(int) string
string.indexOf(string) int
string.indexOf(string, int) int
string.lastIndexOf(string) int
string.lastIndexOf(string, int) int
list(string).join() string
list(string).join(string) string
string.lowerAscii() string
string.upperAscii() string
string.replace(string, string) string
string.replace(string, string, int) string
string.split(string) list(string)
string.split(string, int) list(string)
string.substring(int) string
string.substring(int, int) string
string.trim() string
string.format(list(dyn)) string
strings.quote(string) string
string.find(string) string
string.findAll(string) list(string)
string.findAll(string, int) list(string)
isURL(string) bool
url(string) kubernetes.URL
kubernetes.URL.getScheme() string
kubernetes.URL.getHost() string
kubernetes.URL.getHostname() string
kubernetes.URL.getPort() string
kubernetes.URL.getEscapedPath() string
kubernetes.URL.getQuery() map(string, list(string))
list(A).isSorted() bool
list(A).sum() A
list(A).min() A
list(A).max() A
list(A).indexOf(A) int
list(A).lastIndexOf(A) int
list(A).distinct() list(A)
list(A).reverse() list(A)
list(A).sort() list(A)
list(A).slice(int, int) list(A)
list(dyn).flatten() list(dyn)
list(dyn).flatten(int) list(dyn)
list(A).first() optional_type(A)
list(A).last() optional_type(A)
lists.range(int) list(int)
sets.contains(list(A), list(A)) bool
sets.equivalent(list(A), list(A)) bool
sets.intersects(list(A), list(A)) bool
isQuantity(string) bool
quantity(string) Q!
Q!.sign() int
Q!.isInteger() bool
Q!.asInteger() int
Q!.asApproximateFloat() double
Q!.add(Q!) Q!
Q!.add(int) Q!
Q!.sub(Q!) Q!
Q!.sub(int) Q!
Q!.isLessThan(Q!) bool
Q!.isGreaterThan(Q!) bool
Q!.compareTo(Q!) int
isSemver(string) bool
isSemver(string, bool) bool
semver(string) S!
semver(string, bool) S!
S!.major() int
S!.minor() int
S!.patch() int
S!.isLessThan(S!) bool
S!.isGreaterThan(S!) bool
S!.compareTo(S!) int
isIP(string) bool
ip(string) net.IP
ip.isCanonical(string) bool
net.IP.family() int
net.IP.isUnspecified() bool
net.IP.isLoopback() bool
net.IP.isLinkLocalMulticast() bool
net.IP.isLinkLocalUnicast() bool
net.IP.isGlobalUnicast() bool
isCIDR(string) bool
cidr(string) net.CIDR
net.CIDR.containsIP(string) bool
net.CIDR.containsIP(net.IP) bool
net.CIDR.containsCIDR(string) bool
net.CIDR.containsCIDR(net.CIDR) bool
net.CIDR.ip() net.IP
net.CIDR.masked() net.CIDR
net.CIDR.prefixLength() int
format.named(string) optional_type(F!)
F!.validate(string) optional_type(list(string))
optional.of(A) optional_type(A)
optional.ofNonZeroValue(A) optional_type(A)
optional.none() optional_type(dyn)
optional_type(A).hasValue() bool
optional_type(A).value() A
optional_type(A).or(optional_type(A)) optional_type(A)
optional_type(A).orValue(A) A
Z!.path(string) P!
P!.check(string) K!
Z!.serviceAccount(string, string) Z!
Z!.group(string) G!
G!.resource(string) R!
R!.subresource(string) R!
R!.namespace(string) R!
R!.name(string) R!
R!.fieldSelector(string) R!
R!.labelSelector(string) R!
R!.check(string) K!
K!.errored() bool
K!.error() string
K!.allowed() bool
K!.reason() string
`
const accessors =
  'getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes getSeconds getMilliseconds'
const short: Readonly<Record<string, string>> = {
  T: timestamp,
  D: duration,
  Q: 'kubernetes.Quantity',
  S: 'kubernetes.Semver',
  F: 'kubernetes.NamedFormat',
  Z: 'kubernetes.authorization.Authorizer',
  P: 'kubernetes.authorization.PathCheck',
  G: 'kubernetes.authorization.GroupCheck',
  R: 'kubernetes.authorization.ResourceCheck',
  K: 'kubernetes.authorization.Decision',
}
/** Names with a dot that are functions, not members of a value. */
const namespaces = /^(?:strings|lists|sets|format|optional|ip|jsonpatch)\.[A-Za-z]+$/

function readSignature(line: string): readonly [string, Overload] {
  const end = closing(line)
  const [head, args, result] = [line.slice(0, end.open), line.slice(end.open + 1, end.close), line.slice(end.close + 2)]
  const dot = namespaces.test(head) ? -1 : head.lastIndexOf('.')
  const own = splitTypes(args).map(readType)
  const receiver = dot < 0 ? [] : [readType(head.slice(0, dot))]
  return [head.slice(dot + 1), { member: dot >= 0, args: [...receiver, ...own], result: readType(result) }]
}

/** The brackets around the arguments: the last pair before the result. */
function closing(line: string): { readonly open: number; readonly close: number } {
  const close = line.lastIndexOf(') ')
  let depth = 0
  for (let i = close; i >= 0; i--) {
    if (line[i] === ')') depth += 1
    else if (line[i] === '(') depth -= 1
    if (depth === 0) return { open: i, close }
  }
  return { open: 0, close }
}

function makeTable(): ReadonlyMap<string, readonly Overload[]> {
  const lines = signatures
    .trim()
    .split('\n')
    .map((line) => line.replace(/\b([A-Z])!/g, (_, letter: string) => short[letter] as string))
  const times = accessors
    .split(' ')
    .flatMap((name) => [
      `${timestamp}.${name}() int`,
      `${timestamp}.${name}(string) int`,
      ...(/Hours|Minutes|Seconds|Milliseconds/.test(name) ? [`${duration}.${name}() int`] : []),
    ])
  const table = new Map<string, Overload[]>()
  for (const line of [...lines, ...operators(), ...times]) {
    const [name, overload] = readSignature(line)
    table.set(name, [...(table.get(name) ?? []), overload])
  }
  return table
}

let table: ReadonlyMap<string, readonly Overload[]> | undefined

/** The forms of a function; undefined for names that are no function. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  table ??= makeTable()
  return table.get(name)
}
