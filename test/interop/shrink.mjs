/** The smallest request found for which `differs` still holds. Tries at most `budget` smaller ones. */
export async function shrink(request, differs, budget = 400) {
  let best = request
  let left = budget
  for (let progress = true; progress && left > 0; ) {
    progress = false
    for (const candidate of smaller(best)) {
      if (left-- <= 0) break
      if (!(await differs(candidate))) continue
      best = candidate
      progress = true
      break
    }
  }
  return best
}

function* smaller(request) {
  for (const [name, value] of Object.entries(request)) {
    if (name === 'op' || name === 'gvk' || name === 'format' || name === 'to') continue
    if (name === 'in64') {
      for (const bytes of cuts([...Buffer.from(value, 'base64')])) {
        yield { ...request, in64: Buffer.from(bytes).toString('base64') }
      }
    } else if (typeof value === 'string') {
      for (const document of smallerDocuments(value)) yield { ...request, [name]: document }
      for (const characters of cuts([...value])) yield { ...request, [name]: characters.join('') }
    } else if (Array.isArray(value)) {
      for (const list of cuts(value)) yield { ...request, [name]: list }
    } else if (typeof value === 'object' && value !== null) {
      for (const object of smallerValues(value)) yield { ...request, [name]: object }
    }
  }
}

/** A list with a part left out, large parts first. */
function* cuts(list) {
  for (let size = list.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < list.length; at += size) yield [...list.slice(0, at), ...list.slice(at + size)]
  }
}

function* smallerDocuments(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  for (const smallerValue of smallerValues(value)) yield JSON.stringify(smallerValue)
}

/** A value with one member less, or one member smaller. */
function* smallerValues(value) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield value.filter((_, k) => k !== i)
    for (let i = 0; i < value.length; i++) {
      for (const member of smallerValues(value[i])) yield value.map((held, k) => (k === i ? member : held))
    }
    return
  }
  for (const key of Object.keys(value)) yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  for (const key of Object.keys(value)) {
    for (const member of smallerValues(value[key])) yield { ...value, [key]: member }
  }
}
