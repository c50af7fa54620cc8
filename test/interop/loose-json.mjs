const names = ['a', 'b', 'c', 'z', '10', '__proto__', 'constructor', 'x/y', 'm~n', '<', 'é']
const numbers = ['0', '1', '2', '-1', '1.0', '1.50', '1e2', '1E+2', '0.000001', '1e-7', '1e21', '123456789012', '-0.5']
const strings = ['""', '"a"', '"b"', '"<&>"', '"\\u0041"', '"\\u003c"', '"\\/"', '"\u2028"', '"\\n"', '"😀"', '"1"']

/** JSON text of any shape: members in any order, blanks, numbers and escapes in every spelling. */
export function looseJSON(random, { objects = false } = {}) {
  return objects || random.chance(0.85) ? object(random, 0) : value(random, 0)
}

function value(random, depth) {
  const kind = random.below(depth > 3 ? 8 : 12)
  if (kind < 2) return 'null'
  if (kind < 4) return random.pick(numbers)
  if (kind < 6) return random.pick(strings)
  if (kind < 8) return random.pick(['true', 'false', '{}', '[]'])
  return kind < 10 ? object(random, depth) : list(random, depth)
}

function object(random, depth) {
  const members = random.list(5, () => `${name(random)}${blank(random)}:${blank(random)}${value(random, depth + 1)}`)
  return `{${blank(random)}${members.join(`${blank(random)},`)}}`
}

function list(random, depth) {
  return `[${random.list(4, () => blank(random) + value(random, depth + 1)).join(',')}]`
}

function name(random) {
  return JSON.stringify(random.chance(0.8) ? names[random.below(4)] : random.pick(names))
}

function blank(random) {
  return random.chance(0.1) ? random.pick([' ', '\n', '\t  ']) : ''
}

/** Pointers to every value of a JSON text. */
export function pointersOf(text) {
  const found = []
  const visit = (held, path) => {
    found.push(path)
    if (typeof held !== 'object' || held === null) return
    for (const [key, member] of Object.entries(held)) {
      visit(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  visit(JSON.parse(text), '')
  return found
}
