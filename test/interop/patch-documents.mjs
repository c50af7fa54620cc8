// Random objects of a type, changed copies of them, and strategic merge patches with all directives.
const words = ['a', 'b', 'c', 'd', 'e']
const numbers = [0, 1, 80, 443, 1.5, 8080]
const deepest = 8
const odd = { pick: ['x', 0, null, {}, [], ['a'], { a: 1 }, true, [{ name: 'a' }], [null]] }

function isStruct(type) {
  return type?.kind === 'struct'
}

function strategies({ patchStrategy = '' }) {
  return patchStrategy.split(',')
}

function isMerged(property) {
  return property.type.kind === 'list' && strategies(property.options).includes('merge')
}

/** A random object of a type. Lists that are merged have few different keys, mostly each of them once. */
export function objectOf(type, random, depth = 0) {
  switch (type.kind) {
    case 'struct':
      return structOf(type, random, depth)
    case 'list':
      return random.list(3, () => objectOf(type.element, random, depth + 1))
    case 'map':
      return Object.fromEntries(random.list(3, () => [random.pick(words), objectOf(type.value, random, depth + 1)]))
    case 'variant':
      return random.pick([true, { type: 'object', description: 'a' }, [{ type: 'string' }], ['a']])
    case 'bool':
      return random.chance(0.5)
    case 'int32':
    case 'int64':
    case 'double':
      return random.pick(numbers)
    case 'intOrString':
      return random.pick(['a', 1, '50%'])
    case 'rawExtension':
    case 'json':
    case 'any':
    case 'fieldsV1':
      return random.pick([{ a: 1 }, { a: { b: [1] } }, {}])
    default:
      return random.pick(words)
  }
}

function structOf(type, random, depth) {
  const wanted = depth < 2 ? 0.7 : depth > deepest ? 0 : Math.min(0.5, 4 / type.properties.length)
  const result = {}
  for (const property of type.properties) {
    if (!random.chance(wanted) || property.name === 'managedFields') continue
    result[property.name] = memberOf(property, random, depth + 1)
  }
  return result
}

function memberOf(property, random, depth) {
  if (!isMerged(property)) return objectOf(property.type, random, depth)
  const { element } = property.type
  const { patchMergeKey } = property.options
  const count = random.below(5)
  if (patchMergeKey === undefined)
    return distinct(
      Array.from({ length: count }, () => random.pick(words)),
      random,
    )
  const keys = distinct(
    Array.from({ length: count }, () => keyOf(element, patchMergeKey, random)),
    random,
  )
  return keys.map((key) => ({ ...objectOf(element, random, depth + 1), [patchMergeKey]: key }))
}

function keyOf(element, name, random) {
  const { kind } = element.propertyByName?.get(name)?.type ?? {}
  return kind === 'int32' ? random.pick([80, 443, 53, 8080, 9]) : random.pick(words)
}

function distinct(list, random) {
  return random.chance(0.03) ? list : [...new Set(list)]
}

/** A copy of an object with random changes. */
export function changed(type, value, random) {
  if (random.chance(0.004)) return random.pick(odd.pick)
  if (isStruct(type) && isObject(value)) return changedStruct(type, value, random)
  if (type.kind === 'map' && isObject(value)) {
    const entries = Object.entries(value).filter(() => random.chance(0.8))
    const result = Object.fromEntries(entries.map(([key, held]) => [key, changed(type.value, held, random)]))
    if (random.chance(0.2)) result[random.pick(words)] = objectOf(type.value, random, 5)
    return result
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    return shuffled(
      value.filter(() => random.chance(0.9)).map((held) => changed(type.element, held, random)),
      random,
    )
  }
  return random.chance(0.85) ? value : objectOf(type, random, 5)
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function changedStruct(type, value, random) {
  const result = {}
  for (const property of type.properties) {
    const held = value[property.name]
    if (held === undefined) {
      if (random.chance(0.03)) result[property.name] = memberOf(property, random, 4)
    } else if (random.chance(0.92)) {
      result[property.name] = changedMember(property, held, random)
    }
  }
  if (random.chance(0.003)) result.unknownField = random.pick(odd.pick)
  return result
}

function changedMember(property, held, random) {
  if (random.chance(0.02)) return null
  if (!isMerged(property) || !Array.isArray(held)) return changed(property.type, held, random)
  const { patchMergeKey } = property.options
  const kept = held.filter(() => random.chance(0.8))
  const result = kept.map((element) => {
    const now = changed(property.type.element, element, random)
    return patchMergeKey !== undefined && isObject(now) && random.chance(0.99)
      ? { ...now, [patchMergeKey]: element[patchMergeKey] }
      : patchMergeKey === undefined
        ? element
        : now
  })
  const more = random.chance(0.3) ? memberOf(property, random, 5).slice(0, 2) : []
  const known = new Set(result.map((element) => identity(element, patchMergeKey)))
  return shuffled([...result, ...more.filter((element) => !known.has(identity(element, patchMergeKey)))], random)
}

function identity(element, key) {
  return key === undefined ? element : element?.[key]
}

function shuffled(list, random) {
  if (random.chance(0.7)) return list
  const result = [...list]
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const held = result[i]
    result[i] = result[j]
    result[j] = held
  }
  return result
}

/** A strategic merge patch for an object, with directives in sensible and in odd places. */
export function patchOf(type, value, random) {
  if (!isStruct(type) || !isObject(value)) {
    const made = changed(type, value, random)
    return isObject(made) && random.chance(0.1) ? { ...made, a: null } : made
  }
  const patch = {}
  for (const property of type.properties) {
    const held = value[property.name]
    if (!random.chance(held === undefined ? 0.03 : 0.5)) continue
    if (random.chance(0.08)) patch[property.name] = null
    else if (held === undefined) patch[property.name] = withDirectives(memberOf(property, random, 4), random)
    else patchMember(patch, property, { held, random })
  }
  return withDirectives(patch, random, strategies)
}

/** Now and then a directive for the whole map. */
function withDirectives(value, random) {
  if (!isObject(value)) return value
  if (random.chance(0.015)) return { ...value, $patch: random.pick(['replace', 'delete', 'merge', 'x', null]) }
  if (random.chance(0.02))
    return { ...value, $retainKeys: random.chance(0.9) ? Object.keys(value) : random.list(2, () => random.pick(words)) }
  if (random.chance(0.003)) return { ...value, unknownField: random.pick(odd.pick) }
  return value
}

function patchMember(patch, property, { held, random }) {
  const { name } = property
  if (random.chance(0.005)) patch[name] = random.pick(odd.pick)
  else if (isMerged(property) && Array.isArray(held)) patchMergedList(patch, property, { held, random })
  else {
    const value = patchOf(property.type, held, random)
    const isRetained = strategies(property.options).includes('retainKeys') && isObject(value) && random.chance(0.7)
    patch[name] = isRetained ? { ...value, $retainKeys: Object.keys(value) } : value
  }
}

function patchMergedList(patch, property, { held, random }) {
  const { name, options, type } = property
  const { patchMergeKey } = options
  if (patchMergeKey === undefined) {
    patchScalars(patch, name, { held, random })
    return
  }
  const elements = held
    .filter((element) => isObject(element) && random.chance(0.6))
    .map((element) => patchElement(type.element, element, { random, patchMergeKey }))
  const known = new Set(held.map((element) => element?.[patchMergeKey]))
  const more = random.chance(0.4) ? memberOf(property, random, 5).filter((each) => !known.has(each[patchMergeKey])) : []
  const list = shuffled([...elements, ...more], random)
  if (random.chance(0.02)) list.push({ $patch: 'replace' })
  if (random.chance(0.95)) patch[name] = list
  if (random.chance(0.4)) {
    const kept = list.filter((element) => element.$patch === undefined)
    const others = held.filter((element) => isObject(element) && random.chance(0.6))
    const keys = [...new Set([...kept, ...others].map((element) => element[patchMergeKey]))]
    const order = random.chance(0.9)
      ? interleaved(
          kept.map((element) => element[patchMergeKey]),
          keys,
          random,
        )
      : keys
    patch[`$setElementOrder/${name}`] = order.map((key) => ({ [patchMergeKey]: key }))
  }
}

/** Keys of the patch in their order, others anywhere between them. */
function interleaved(first, all, random) {
  const result = [...new Set(first)]
  for (const key of all) if (!result.includes(key)) result.splice(random.below(result.length + 1), 0, key)
  return result
}

function patchElement(type, element, { random, patchMergeKey }) {
  const key = element[patchMergeKey]
  if (random.chance(0.25)) return { [patchMergeKey]: key, $patch: 'delete' }
  const patch = patchOf(type, element, random)
  return isObject(patch) && random.chance(0.99) ? { ...patch, [patchMergeKey]: key } : patch
}

/** Go leaves it to chance whether additions or deletions come first, unless an order is given. */
function patchScalars(patch, name, { held, random }) {
  const more = random.list(2, () => random.pick(words))
  const gone = held.filter(() => random.chance(0.3))
  if (random.chance(0.4)) {
    const kept = distinct([...held.filter((value) => !gone.includes(value)), ...more], random)
    patch[name] = distinct(more, random)
    patch[`$setElementOrder/${name}`] = random.chance(0.9) ? interleaved(patch[name], kept, random) : kept
    if (gone.length > 0) patch[`$deleteFromPrimitiveList/${name}`] = gone
  } else if (random.chance(0.5)) patch[name] = distinct(more, random)
  else patch[`$deleteFromPrimitiveList/${name}`] = gone
}
