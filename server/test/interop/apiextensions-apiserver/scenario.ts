/**
 * A request to both servers. `{{version}}`, `{{uid}}` and `{{continue}}` stand for what the answers before had last,
 * `{{hook}}` and `{{ca}}` for the URL of the conversion webhook and its authorities.
 */
export interface Step {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ask again until the answer has this status and this text, and the other text is gone. */
  readonly until?: Expected
  /** Writes a definition, which is served a moment later. */
  readonly defines?: boolean
  /** The answer is a document, of which what it says of this group is compared, but for prose and the order of members. */
  readonly of?: string
  /** The body is JSON that is sent in CBOR. */
  readonly cbor?: boolean
  /** Opens a watch of this name and goes on. */
  readonly watch?: string
  /** Shows the events of a watch so far, and closes it. */
  readonly collect?: string
  /** From now on the conversion webhook answers so to this scenario. */
  readonly hook?: string
}

export interface Expected {
  readonly status?: number
  readonly contains?: string
  readonly lacks?: string
}

/** Requests in their order. No other scenario touches the same groups. */
export interface Scenario {
  readonly name: string
  readonly steps: readonly Step[]
  /** Feature gates that it is about: servers have them only for such scenarios. */
  readonly gates?: string
}

// biome-ignore lint/suspicious/noExplicitAny: definitions and objects of any shape, invalid ones too
export type Value = any
export type Headers = Readonly<Record<string, string>>

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
export const json: Headers = { 'content-type': 'application/json' }
export const yaml: Headers = { 'content-type': 'application/yaml' }
export const merge: Headers = { 'content-type': 'application/merge-patch+json' }
export const jsonPatch: Headers = { 'content-type': 'application/json-patch+json' }
export const apply: Headers = { 'content-type': 'application/apply-patch+yaml' }
export const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'
export const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
export const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/** Writes the steps of a scenario, in the API group `GROUP` of its own. */
export class ScenarioWriter implements Scenario {
  readonly name: string
  readonly group: string
  readonly gates?: string
  readonly steps: Step[] = []

  constructor(name: string, write: (scenario: ScenarioWriter) => void, gates?: string) {
    this.name = name
    if (gates !== undefined) this.gates = gates
    this.group = `${name}.example.com`
    write(this)
  }

  /** A definition of the kind in the scenario's group; the plural is the kind in small letters with an `s`. */
  definition(kind: string, versions: readonly object[], more: Value = {}): Value {
    const { names, metadata, ...spec } = more
    const plural = `${kind.toLowerCase()}s`
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${names?.plural ?? plural}.${spec.group ?? this.group}`, ...metadata },
      spec: { group: this.group, scope: 'Namespaced', names: { plural, kind, ...names }, versions, ...spec },
    }
  }

  /** Creates a definition, and waits until its versions are served. */
  define(kind: string, versions: readonly Value[], more: Value = {}): void {
    const created = this.definition(kind, versions, more)
    this.send('POST', definitions, created, json, { defines: true })
    const own = `${definitions}/${created.metadata.name}`
    this.get(own, undefined, { until: { contains: '"type":"Established"' } })
    for (const { name, served } of versions) {
      if (served) this.get(this.path(created.spec.names.plural, name, ''), undefined, { until: { status: 200 } })
    }
  }

  /** Changes a definition with a JSON patch, and waits until it is served so. */
  change(plural: string, operations: readonly object[]): void {
    this.send('PATCH', `${definitions}/${plural}.${this.group}`, operations, jsonPatch, { defines: true })
  }

  /** The path of a resource, in the namespace `default` unless another is given; `''` for none. */
  path(plural: string, version = 'v1', namespace = 'default'): string {
    const inside = namespace === '' ? '' : `/namespaces/${namespace}`
    return `/apis/${this.group}/${version}${inside}/${plural}`
  }

  // biome-ignore lint/complexity/useMaxParams: an object is what it is
  object(kind: string, name: string, more: Value = {}, version = 'v1'): Value {
    const { metadata, ...rest } = more
    return { apiVersion: `${this.group}/${version}`, kind, metadata: { name, ...metadata }, ...rest }
  }

  get(path: string, accept?: string, more: Partial<Step> = {}): void {
    this.steps.push({ method: 'GET', path, ...(accept !== undefined && { headers: { accept } }), ...more })
  }

  // biome-ignore lint/complexity/useMaxParams: a request is what it is
  send(method: string, path: string, body?: unknown, headers: Headers = json, more: Partial<Step> = {}): void {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    this.steps.push({ method, path, ...(text !== undefined && { headers, body: text }), ...more })
  }

  post(path: string, body: unknown, headers: Headers = json): void {
    this.send('POST', path, body, headers)
  }

  put(path: string, body: unknown, headers: Headers = json): void {
    this.send('PUT', path, body, headers)
  }

  patch(path: string, body: unknown, headers: Headers = merge): void {
    this.send('PATCH', path, body, headers)
  }

  delete(path: string, body?: unknown): void {
    this.send('DELETE', path, body)
  }

  /** Opens a watch; {@link collect} shows its events. */
  watch(name: string, path: string, accept?: string): void {
    this.get(path, accept, { watch: name })
  }

  collect(name: string): void {
    this.steps.push({ method: '', path: '', collect: name })
  }

  /** From now on the conversion webhook answers so: a name of `hookAnswers`. */
  hook(name: string): void {
    this.steps.push({ method: '', path: '', hook: name })
  }
}

/** A served version `v1` that stores; `properties` beside the metadata. */
export function version(properties: Value, more: Value = {}): Value {
  const { name = 'v1', schema, ...rest } = more
  const openAPIV3Schema = { type: 'object', ...(properties && { properties }), ...schema }
  return { name, served: true, storage: true, schema: { openAPIV3Schema }, ...rest }
}
