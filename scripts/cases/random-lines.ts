import type { StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import type { KindClass } from '../../src/runtime/objects/typed-object.js'
import type { CaseFile } from './case-files.js'
import type { CaseLine } from './case-line.js'
import { Random } from './random.js'
import { randomValue } from './random-values.js'

/** A line without an answer. */
export type Request = Omit<CaseLine, 'status' | 'answer' | 'warnings'>

/** A valid object of the recorded cases. */
export interface Template {
  readonly gvr: CaseLine['gvr']
  readonly ns: string | null
  readonly of: string
  readonly object: object
}

/** The valid objects of the recorded cases, each once. */
export function templatesIn(files: readonly CaseFile[]): Template[] {
  const found = new Map<string, Template>()
  const keep = (line: CaseLine, object: object): void => {
    const { gvr, ns, of } = line
    const key = `${Object.values(gvr).join('/')} ${of.replace('+generateName', '')}`
    if (!gvr.resource.includes('/') && !found.has(key)) found.set(key, { gvr, ns, of, object })
  }
  for (const { name, lines } of files) {
    if (name !== 'defaults' && name !== 'validation') continue
    for (const line of lines()) {
      if (line.old !== undefined) keep(line, line.old)
      else if (name === 'defaults' && line.status === 201 && !line.of.endsWith('+generateName'))
        keep(line, line.request)
    }
  }
  return [...found.values()]
}

/** Where a mutation can be: an object or a list in the object, with its type where that is known. */
interface Place {
  readonly value: Record<string, unknown> | unknown[]
  readonly type: TypeDescriptor | undefined
  readonly path: string
}

export interface RandomOptions {
  readonly templates: readonly Template[]
  readonly typeOf: (gvr: CaseLine['gvr']) => KindClass | undefined
  readonly seed: number
}

/** Creations and updates of templates with one to three random changes; each seed gives its own. */
export function* randomLines({ templates, typeOf, seed }: RandomOptions): Generator<Request, never> {
  const random = new Random(seed)
  for (let number = 0; ; number++) {
    const { object, ...template } = random.pick(templates)
    const type = typeOf(template.gvr)
    if (type === undefined) continue
    const isUpdate = random.chance(0.5)
    const request = structuredClone(object) as Record<string, unknown>
    const old = structuredClone(object) as { metadata: Record<string, unknown> }
    if (isUpdate && old.metadata.name === undefined) continue
    const sub = isUpdate && type.descriptor.propertyByName.has('status') && random.chance(0.3) ? 'status' : undefined
    if (sub !== undefined) request.status ??= {}
    const changes = random.list(3, () => change(request, { type: type.descriptor, random, below: sub }))
    if (isUpdate) request.metadata = { ...(request.metadata as object | undefined), resourceVersion: '<RV>' }
    const common = { ...template, field: changes.join(' '), mutation: `random ${seed}.${number}`, request }
    if (!isUpdate) yield { ...common, verb: 'create' }
    else yield { ...common, verb: 'update', ...(sub !== undefined && { sub }), old }
  }
}

interface Change {
  readonly type: StructDescriptor
  readonly random: Random
  /** The field in which it is; default: anywhere. */
  readonly below: string | undefined
}

/** Changes a place of an object, and says which. */
function change(object: Record<string, unknown>, { type, random, below }: Change): string {
  const all = [...placesIn({ value: object, type, path: '' })]
  const places = all.filter(({ path, value }) =>
    below === undefined
      ? !path.startsWith('metadata.') || random.chance(0.2)
      : path.startsWith(below) && value !== object,
  )
  const { value, type: placeType, path } = random.pick(places.length > 0 ? places : all)
  const at = Array.isArray(value)
    ? changeList(value, placeType?.kind === 'list' ? placeType.element : undefined, random)
    : changeObject(value, placeType, random)
  return `${path}.${at}`.replace(/^\./, '')
}

function* placesIn(place: Place): Generator<Place> {
  yield place
  const { value, type, path } = place
  for (const [key, child] of Object.entries(value)) {
    if (typeof child !== 'object' || child === null) continue
    yield* placesIn({
      value: child as Place['value'],
      type: typeBelow(type, key),
      path: `${path}.${key}`.replace(/^\./, ''),
    })
  }
}

function typeBelow(type: TypeDescriptor | undefined, key: string): TypeDescriptor | undefined {
  if (type?.kind === 'struct') return type.propertyByName.get(key)?.type
  if (type?.kind === 'list') return type.element
  return type?.kind === 'map' ? type.value : undefined
}

function changeList(list: unknown[], element: TypeDescriptor | undefined, random: Random): string {
  const index = random.below(Math.max(1, list.length))
  const kind = random.below(4)
  if (kind === 0 && list.length > 0) list.splice(index, 1)
  else if (kind === 1 && list.length > 0) list.push(structuredClone(list[index]))
  else if (element !== undefined && kind === 2 && list.length > 0) list[index] = randomValue(element, random)
  else if (element !== undefined) list.push(randomValue(element, random))
  else list.reverse()
  return String(index)
}

function changeObject(object: Record<string, unknown>, type: TypeDescriptor | undefined, random: Random): string {
  const present = Object.keys(object)
  const known =
    type?.kind === 'struct' ? type.properties.map(({ name }) => name) : ['a', 'example.com/b', 'cpu', 'Bad Key!']
  const isChange = present.length > 0 && random.chance(0.5)
  const key = random.pick(isChange ? present : known)
  const fieldType = typeBelow(type, key)
  if (isChange && random.chance(0.3)) delete object[key]
  else if (fieldType !== undefined) object[key] = randomValue(fieldType, random, 2)
  else object[key] = random.pick(['', 'x', 1, null])
  return key
}
