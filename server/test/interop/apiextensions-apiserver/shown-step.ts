import { sortManagers } from '../sort-managers.js'

/** An answer, without what differs from run to run. */
export interface ShownStep {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Fields of the head that are compared. */
const compared = ['content-type', 'warning', 'retry-after', 'cache-control', 'allow', 'vary', 'x-content-type-options']

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Numbers uids and versions of one scenario by their first appearance, so that equal ones stay equal. */
export class Normalizer {
  readonly #uids = new Map<string, string>()
  readonly #versions = new Map<string, string>()
  readonly #names: Readonly<Record<string, string>>

  /** Takes the names of texts that differ from run to run. */
  constructor(names: Readonly<Record<string, string>> = {}) {
    this.#names = names
  }

  show(status: number, header: (name: string) => string | undefined, body: string): ShownStep {
    const headers = Object.fromEntries(
      compared.flatMap((name) => {
        const value = header(name)
        return value === undefined ? [] : [[name, name === 'warning' ? sortWarnings(value) : value]]
      }),
    )
    return { status, headers, body: withoutOrder(this.#body(body)) }
  }

  #body(given: string): string {
    let body = given
    for (const [text, name] of Object.entries(this.#names)) body = body.replaceAll(text, name)
    const versioned = body
      .replaceAll(
        /("metadata":\{(?:"continue":"[^"]*",)?(?:"remainingItemCount":\d+,)?"resourceVersion":")\d+/g,
        '$1LIST',
      )
      .replaceAll(/(continue"?: "",?\s+"?resourceVersion"?: ")\d+/g, '$1LIST')
      .replace(/(kind: Table\nmetadata:\n {2}resourceVersion: ")\d+/, '$1LIST')
      .replaceAll(/("type":"BOOKMARK".*"resourceVersion":")\d+/g, '$1LIST')
      .replaceAll(/(\\*"?resourceVersion\\*"?: ?\\*"?)(\d+)/g, (_, before, number) => before + this.#version(number))
      .replaceAll(/(ResourceVersion: |current: |in record \(|resource version: \d+ \()\d+(?![-\w])/g, '$1N')
    const shown = versioned
      .replaceAll(uid, (found) => numbered(this.#uids, found, 'UID'))
      .replaceAll(/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.\d+)?Z/g, (time) => (isNow(time) ? 'TIME' : time))
      .replaceAll(/("continue": ?")[^"]+/g, '$1TOKEN')
      .replaceAll(/("hash"|"storageVersionHash"): ?"[^"]+"/g, '$1:"HASH"')
      .replaceAll(/\?hash=\w+/g, '?hash=HASH')
      .replaceAll(/(gen-|Bad_|x{58})[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1CHANCE')
      .replaceAll(/(")\d{1,3}s"|(- )\d{1,3}s$/gm, '$1$2AGE$1')
      .replaceAll(/"\d+y\d+d"/g, '"AGE"')
    return sortManagers(shown)
  }

  #version(found: string): string {
    return numbered(this.#versions, found, 'V')
  }
}

function numbered(known: Map<string, string>, found: string, letter: string): string {
  const shown = known.get(found) ?? `${letter}${known.size + 1}`
  known.set(found, shown)
  return shown
}

function isNow(time: string): boolean {
  return Math.abs(Date.now() - Date.parse(time)) < 86_400_000
}

/** Maps have a random order in Go: what was found in one of them is sorted. */
function withoutOrder(given: string): string {
  const body = given.replace(
    /((?:Kind=\w+\)(?: to smd typed)?|new object): errors:\\n {2})(.*?)(","(?:code|reason)")/,
    (_, ...[before = '', lines = '', after = '']: string[]) =>
      before + lines.split('\\n  ').sort().join('\\n  ') + after,
  )
  if (!/"resources":\[|strict decoding error|"causes":\[\{.*\},\{/.test(body.slice(0, 100_000))) return body
  const answer = JSON.parse(body) as Unordered
  const { resources, details, message } = answer
  if (resources !== undefined) answer.resources = sorted(resources)
  if (details?.causes !== undefined) details.causes = sorted(details.causes)
  if (message !== undefined)
    answer.message = message
      .split(/(?:(?<= is invalid: )\[)|, |(?<=strict decoding error: )|\]$/)
      .sort()
      .join('|')
  return JSON.stringify(answer)
}

interface Unordered {
  resources?: unknown[]
  message?: string
  readonly details?: { causes?: unknown[] }
}

function sorted(items: readonly unknown[]): unknown[] {
  return items
    .map((item) => JSON.stringify(item))
    .sort()
    .map((text) => JSON.parse(text) as unknown)
}

function sortWarnings(warnings: string): string {
  return warnings
    .split(/, (?=299 )/)
    .sort()
    .join(', ')
}

/** What a document says of one group: names alone of what it refers to, no prose, members in order. */
export function partOf(body: string, group: string): string {
  const document = JSON.parse(body) as Document
  const { items, paths, definitions, components } = document
  if (items !== undefined) return JSON.stringify(items.filter(({ metadata }) => metadata.name === group))
  const kinds = `${group.split('.').reverse().join('.')}.`
  const schemas = Object.entries(components?.schemas ?? definitions ?? {})
  const own = Object.fromEntries(schemas.filter(([name]) => name.startsWith(kinds)))
  const others = components === undefined ? [] : schemas.map(([name]) => name).filter((name) => !name.startsWith(kinds))
  const named = Object.entries(paths ?? {}).filter(([path]) => path.startsWith(`/apis/${group}/`))
  return JSON.stringify(inOrder({ paths: inOrder(Object.fromEntries(named), false), own, others }))
}

/** Of OpenAPI, or of aggregated discovery. */
interface Document {
  readonly items?: readonly { readonly metadata: { readonly name: string } }[]
  readonly paths?: object
  readonly definitions?: object
  readonly components?: { readonly schemas?: object }
}

function inOrder(value: unknown, prose = true): unknown {
  // Names of shared parameters have a hash of their descriptions.
  if (typeof value === 'string') return value.replace(/^(#\/parameters\/\w+)-.*/, '$1')
  if (Array.isArray(value)) return value.map((each) => inOrder(each, prose))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([name, member]) => prose || name !== 'description' || typeof member !== 'string',
  )
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member, prose)]))
}
