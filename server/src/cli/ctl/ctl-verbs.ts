/** A flag of a verb: the field of the body or the parameter of the query that it sets. */
export interface VerbFlag {
  /** `text`, `texts` (given more than once, or joined by commas), `integer`, `boolean`, `duration` (milliseconds, or text of Go), `json`, `nodes` (a number, or `@FILE` with a configuration). */
  readonly kind: 'text' | 'texts' | 'integer' | 'boolean' | 'duration' | 'json' | 'nodes'
  /** Path of the field, with dots. */
  readonly field: string
}

/** A verb of `ctl`, as data. */
export interface Verb {
  /** `clusters create`. */
  readonly words: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base path; arguments stand for what is in braces, in their order. */
  readonly path: string
  readonly about: string
  /** Flags that may also be given as arguments, after those of the path and in this order. */
  readonly positional?: readonly string[]
  readonly flags?: Readonly<Record<string, VerbFlag>>
  /** The field that the text output prints alone. */
  readonly prints?: string
}

const text = (field: string): VerbFlag => ({ kind: 'text', field })
const texts = (field: string): VerbFlag => ({ kind: 'texts', field })
const integer = (field: string): VerbFlag => ({ kind: 'integer', field })
const boolean = (field: string): VerbFlag => ({ kind: 'boolean', field })
const duration = (field: string): VerbFlag => ({ kind: 'duration', field })
const json = (field: string): VerbFlag => ({ kind: 'json', field })

const match = {
  verb: texts('verb'),
  resource: texts('resource'),
  namespace: text('namespace'),
  'object-name': text('name'),
  user: text('user'),
}

const clusterFlags: Readonly<Record<string, VerbFlag>> = {
  name: text('name'),
  'from-cluster': text('from.cluster'),
  'from-snapshot': text('from.snapshot'),
  controllers: texts('controllers'),
  nodes: { kind: 'nodes', field: 'nodes' },
  now: text('clock.now'),
  running: boolean('clock.running'),
  users: json('users'),
  objects: json('objects'),
  'authorization-mode': texts('authorizationModes'),
  'enable-admission-plugins': texts('admissionPlugins.enable'),
  'disable-admission-plugins': texts('admissionPlugins.disable'),
  'feature-gates': json('featureGates'),
  'runtime-config': json('runtimeConfig'),
  'own-port': boolean('ownPort'),
}

const faultFlags = {
  ...match,
  latency: duration('latency'),
  status: integer('status'),
  'retry-after': integer('retryAfter'),
  error: json('error'),
  cut: text('cut'),
  stale: boolean('stale'),
  after: integer('after'),
  times: integer('times'),
}

const cluster = '/clusters/{cluster}'

/** All verbs, in the order of the help. */
export const verbs: readonly Verb[] = [
  {
    words: 'clusters create',
    method: 'POST',
    path: '/clusters',
    about: 'Starts or forks a cluster.',
    positional: ['name'],
    flags: clusterFlags,
    prints: 'name',
  },
  { words: 'clusters list', method: 'GET', path: '/clusters', about: 'Lists clusters.', prints: 'name' },
  { words: 'clusters get', method: 'GET', path: cluster, about: 'Shows a cluster.' },
  { words: 'clusters delete', method: 'DELETE', path: cluster, about: 'Deletes a cluster.' },
  { words: 'clusters delete-all', method: 'DELETE', path: '/clusters', about: 'Deletes all clusters.' },
  {
    words: 'clusters restore',
    method: 'POST',
    path: `${cluster}/restore`,
    about: 'Restores a snapshot.',
    positional: ['snapshot'],
    flags: { snapshot: text('snapshot') },
    prints: 'name',
  },
  { words: 'kubeconfig', method: 'GET', path: cluster, about: 'Prints the kubeconfig of admin.', prints: 'kubeconfig' },
  {
    words: 'snapshots take',
    method: 'POST',
    path: '/snapshots',
    about: 'Takes a snapshot.',
    positional: ['cluster', 'name'],
    flags: { cluster: text('cluster'), name: text('name') },
    prints: 'name',
  },
  { words: 'snapshots list', method: 'GET', path: '/snapshots', about: 'Lists snapshots.', prints: 'name' },
  { words: 'snapshots get', method: 'GET', path: '/snapshots/{snapshot}', about: 'Shows a snapshot.' },
  { words: 'snapshots delete', method: 'DELETE', path: '/snapshots/{snapshot}', about: 'Deletes a snapshot.' },
  { words: 'clock get', method: 'GET', path: `${cluster}/clock`, about: 'Shows the clock.' },
  {
    words: 'clock set',
    method: 'PATCH',
    path: `${cluster}/clock`,
    about: 'Sets, stops or starts the clock.',
    flags: { now: text('now'), running: boolean('running') },
  },
  {
    words: 'clock step',
    method: 'POST',
    path: `${cluster}/clock/step`,
    about: 'Moves the time on at once.',
    positional: ['by'],
    flags: { by: duration('milliseconds') },
  },
  {
    words: 'clock run',
    method: 'POST',
    path: `${cluster}/clock/run`,
    about: 'Moves the time on, and waits for what is due.',
    positional: ['by'],
    flags: { by: duration('milliseconds'), timeout: duration('timeoutMilliseconds') },
  },
  {
    words: 'faults add',
    method: 'POST',
    path: `${cluster}/faults`,
    about: 'Adds a fault.',
    flags: faultFlags,
    prints: 'id',
  },
  { words: 'faults list', method: 'GET', path: `${cluster}/faults`, about: 'Lists faults.' },
  { words: 'faults get', method: 'GET', path: `${cluster}/faults/{id}`, about: 'Shows a fault.' },
  { words: 'faults remove', method: 'DELETE', path: `${cluster}/faults/{id}`, about: 'Removes a fault.' },
  { words: 'faults remove-all', method: 'DELETE', path: `${cluster}/faults`, about: 'Removes all faults.' },
  {
    words: 'watches cut',
    method: 'POST',
    path: `${cluster}/watches/cut`,
    about: 'Cuts open watches.',
    flags: { ...match, cleanly: boolean('cleanly') },
    prints: 'cut',
  },
  {
    words: 'watches count',
    method: 'GET',
    path: `${cluster}/watches`,
    about: 'Counts open watches.',
    flags: match,
    prints: 'open',
  },
  {
    words: 'requests list',
    method: 'GET',
    path: `${cluster}/requests`,
    about: 'Lists requests.',
    flags: { ...match, after: integer('after'), limit: integer('limit') },
  },
  {
    words: 'requests count',
    method: 'GET',
    path: `${cluster}/requests/count`,
    about: 'Counts requests.',
    flags: match,
    prints: 'count',
  },
  { words: 'requests clear', method: 'DELETE', path: `${cluster}/requests`, about: 'Empties the log.' },
  {
    words: 'idle',
    method: 'POST',
    path: `${cluster}/idle`,
    about: 'Waits until nothing is to be done.',
    flags: { timeout: duration('timeoutMilliseconds') },
    prints: 'resourceVersion',
  },
  {
    words: 'users add',
    method: 'POST',
    path: `${cluster}/users`,
    about: 'Adds a user.',
    positional: ['name'],
    flags: { name: text('name'), group: texts('groups'), uid: text('uid'), extra: json('extra') },
    prints: 'token',
  },
  { words: 'users list', method: 'GET', path: `${cluster}/users`, about: 'Lists users.', prints: 'name' },
  { words: 'users get', method: 'GET', path: `${cluster}/users/{user}`, about: 'Shows a user.' },
  { words: 'users remove', method: 'DELETE', path: `${cluster}/users/{user}`, about: 'Removes a user.' },
  { words: 'info', method: 'GET', path: '', about: 'Shows what the server is.' },
  { words: 'openapi', method: 'GET', path: '/openapi.json', about: 'Prints the OpenAPI document.' },
]

/** Names of the arguments that the path of a verb needs. */
export function argumentsOf({ path }: Verb): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
}

/** The arguments as a usage shows them; those in brackets may be given as flags. */
export function argumentsText(verb: Verb): string {
  const needed = argumentsOf(verb).map((name) => ` ${name.toUpperCase()}`)
  return [...needed, ...(verb.positional ?? []).map((name) => ` [${name.toUpperCase()}]`)].join('')
}
