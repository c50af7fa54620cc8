import type { Value } from './scenario.js'

export interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: Value[] }
}

export interface HookAnswer {
  /** 0 closes the connection. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** `v1` has `spec.host` and `spec.port`; other versions have `spec.address` and `spec.note`. Other fields stay. */
function convert(object: Value, desired: string): Value {
  const isFirst = (apiVersion: string): boolean => apiVersion.endsWith('/v1')
  const converted = { ...object, apiVersion: desired }
  if (isFirst(object.apiVersion) === isFirst(desired) || typeof object.spec !== 'object') return converted
  const { host, port, address, note, ...spec } = object.spec ?? {}
  if (!isFirst(desired)) {
    return {
      ...converted,
      spec: { ...spec, note: 'converted', ...(host !== undefined && { address: `${host}:${port ?? ''}` }) },
    }
  }
  const [before, after] = String(address ?? '').split(':')
  return { ...converted, spec: { ...spec, ...(address !== undefined && { host: before, port: after ?? '' }) } }
}

function respond(review: Review, response: object | null | undefined, more: object = {}): HookAnswer {
  return { body: JSON.stringify({ kind: review.kind, apiVersion: review.apiVersion, response, ...more }) }
}

function succeed(review: Review, change: (converted: Value, original: Value) => unknown): HookAnswer {
  const { uid, objects, desiredAPIVersion } = review.request
  const convertedObjects = objects.map((object) => change(convert(object, desiredAPIVersion), object))
  return respond(review, { uid, result: { status: 'Success' }, convertedObjects })
}

type MakeAnswer = (review: Review, url: string) => HookAnswer

/** An answer whose objects have other metadata. */
const metadata =
  (change: object): MakeAnswer =>
  (review) =>
    succeed(review, (object) => ({ ...object, metadata: { ...object.metadata, ...change } }))

const spec =
  (change: object): MakeAnswer =>
  (review) =>
    succeed(review, (object) => ({ ...object, spec: { ...object.spec, ...change } }))

const objects =
  (...convertedObjects: unknown[]): MakeAnswer =>
  (review) =>
    respond(review, { uid: review.request.uid, result: { status: 'Success' }, convertedObjects })

const result =
  (given: unknown): MakeAnswer =>
  (review) =>
    respond(review, { uid: review.request.uid, result: given, convertedObjects: [] })

const plainly =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): MakeAnswer =>
  () => ({ status, body, headers })

const refusal = (code: number, more: object = {}): string =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'not you', code, ...more })

/** What the webhook of {@link ConversionHook} may answer. */
export const hookAnswers: Readonly<Record<string, MakeAnswer>> = {
  converted: (review) => succeed(review, (object) => object),
  told: (review, url) =>
    succeed(review, (object, { apiVersion }) => ({
      ...object,
      metadata: {
        ...object.metadata,
        annotations: {
          ...object.metadata?.annotations,
          'example.com/url': url,
          'example.com/review': `${review.apiVersion} ${review.kind} ${Object.keys(review).sort()}`,
          'example.com/request': `${Object.keys(review.request).sort()} ${apiVersion}`,
        },
      },
    })),
  renamed: (review) =>
    succeed(review, (_, original) => ({ ...original, apiVersion: review.request.desiredAPIVersion })),
  'the same': (review) => succeed(review, (_, original) => original),
  'another version': (review) => succeed(review, (object) => ({ ...object, apiVersion: 'other.example.com/v2' })),
  'no version': (review) => succeed(review, ({ apiVersion: _, ...object }) => object),
  'another kind': (review) => succeed(review, (object) => ({ ...object, kind: 'Other' })),
  'no kind': (review) => succeed(review, ({ kind: _, ...object }) => object),
  'a list': (review) => succeed(review, (object) => ({ ...object, items: [] })),
  'another name': metadata({ name: 'other' }),
  'no name': metadata({ name: undefined }),
  'a number for a name': metadata({ name: 5 }),
  'another namespace': metadata({ namespace: 'other' }),
  'another uid': metadata({ uid: '1' }),
  'no metadata': (review) => succeed(review, ({ metadata: _, ...object }) => object),
  'null for metadata': (review) => succeed(review, (object) => ({ ...object, metadata: null })),
  'text for metadata': (review) => succeed(review, (object) => ({ ...object, metadata: 'text' })),
  'more metadata': metadata({
    resourceVersion: '1',
    generation: 77,
    creationTimestamp: '2001-01-01T00:00:00Z',
    deletionTimestamp: '2001-01-01T00:00:00Z',
    finalizers: ['example.com/f'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x', uid: 'y' }],
    managedFields: [],
    selfLink: '/x',
    odd: 1,
  }),
  labels: metadata({ labels: { from: 'hook' }, annotations: { from: 'hook' } }),
  'no labels': metadata({ labels: null, annotations: undefined }),
  'bad labels': metadata({ labels: { 'a b': 'c d' } }),
  'a number for a label': metadata({ labels: { a: 5 } }),
  'null for a label': metadata({ labels: { a: null } }),
  'a list for labels': metadata({ labels: ['a'] }),
  'text for annotations': metadata({ annotations: 'text' }),
  'bad annotations': metadata({ annotations: { 'a b': 'c' } }),
  'text for a spec': (review) => succeed(review, (object) => ({ ...object, spec: 'text' })),
  'a number for an address': spec({ address: 5, host: 5 }),
  'unknown fields': (review) => succeed(review, (object) => ({ ...object, more: 1, spec: { ...object.spec, odd: 1 } })),
  nothing: objects(),
  'no objects': (review) => respond(review, { uid: review.request.uid, result: { status: 'Success' } }),
  null: objects(null),
  text: objects('text'),
  number: objects(5),
  array: objects([]),
  'an empty object': objects({}),
  'one too many': (review) =>
    objects(...review.request.objects, { apiVersion: review.request.desiredAPIVersion })(review, ''),
  refused: result({ status: 'Failure', message: 'no "way"' }),
  'refused in silence': result({ status: 'Failure' }),
  'refused with a reason': result({ status: 'Failure', reason: 'Invalid', code: 422, details: { name: 'x' } }),
  'no status': result({}),
  'an odd status': result({ status: 'Odd' }),
  'no result': result(undefined),
  'text for a result': result('text'),
  'another uid of the review': (review) =>
    respond(review, { uid: 'other', result: { status: 'Success' }, convertedObjects: review.request.objects }),
  'no uid of the review': (review) =>
    respond(review, { result: { status: 'Success' }, convertedObjects: review.request.objects }),
  'no response': (review) => respond(review, undefined),
  'null for a response': (review) => respond(review, null),
  'text for a response': () => ({ body: '{"response":"text"}' }),
  'another review': (review) => respond(review, {}, { kind: 'Review' }),
  'another version of reviews': (review) => respond(review, {}, { apiVersion: 'apiextensions.k8s.io/v1beta1' }),
  'an unknown version of reviews': (review) => respond(review, {}, { apiVersion: 'apiextensions.k8s.io/v7' }),
  'no kind of review': (review) => respond(review, {}, { kind: undefined, apiVersion: undefined }),
  'a pod': (review) => respond(review, {}, { kind: 'Pod', apiVersion: 'v1' }),
  'no body': plainly(200),
  'null for a body': plainly(200, 'null'),
  'text for a body': plainly(200, 'text', { 'content-type': 'text/plain' }),
  'broken JSON': plainly(200, '{"kind":'),
  'an array for a body': plainly(200, '[]'),
  'status 201': (review) => ({ ...succeed(review, (object) => object), status: 201 }),
  'status 204': plainly(204),
  'status 302': plainly(302, '', { location: '/elsewhere' }),
  'status 400': plainly(400, 'bad\n'),
  'status 403': plainly(403, refusal(403, { reason: 'Forbidden' })),
  'status 404': plainly(404, '404 page not found\n', { 'content-type': 'text/plain; charset=utf-8' }),
  'status 409': plainly(409, refusal(409, { reason: 'Conflict', details: { name: 'x', kind: 'y' } })),
  'status 500': plainly(500, 'it broke', { 'content-type': 'text/plain' }),
  'status 503': plainly(503, ''),
  'status of success': plainly(200, JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Success' })),
  'status of failure': plainly(200, refusal(418)),
  'closed connection': plainly(0),
}
