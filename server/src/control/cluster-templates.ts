import { isMachineryError, MachineryError } from 'apimachinery/errors'
import { TestServer, type TestServerSnapshot } from '../testing/test-server.js'
import { type ServerSpec, serverFields } from './cluster-spec.js'
import { invalidField } from './control-errors.js'

/** A cluster without objects of its own, and the options of its server. */
export interface ClusterTemplate {
  readonly snapshot: TestServerSnapshot
  readonly options: ServerSpec
}

/** Empty clusters: for each kind of server one is started once, and all others are forks of it. */
export class ClusterTemplates {
  readonly #made = new Map<string, Promise<ClusterTemplate>>()
  #stopped = false

  /** The template of a kind of server. @throws what its start throws */
  async of(spec: ServerSpec): Promise<ClusterTemplate> {
    const given = serverFields.filter((field) => spec[field] !== undefined)
    const options: ServerSpec = Object.fromEntries(given.map((field) => [field, spec[field]]))
    const key = JSON.stringify(given.map((field) => [field, sorted(spec[field])]))
    let made = this.#made.get(key)
    if (made === undefined && this.#stopped) throw new MachineryError('InvalidValue', 'the clusters were stopped')
    if (made === undefined) {
      made = startTemplate(options)
      this.#made.set(key, made)
      // What was wrong may have been the machine.
      made.catch(() => this.#made.delete(key))
    }
    return made
  }

  /** Waits for those that are being started, and forgets all. */
  async stop(): Promise<void> {
    this.#stopped = true
    const made = await Promise.allSettled(this.#made.values())
    this.#made.clear()
    await Promise.all(made.map(async (each) => each.status === 'fulfilled' && each.value.snapshot.kv.close()))
  }
}

async function startTemplate(options: ClusterTemplate['options']): Promise<ClusterTemplate> {
  const server = await TestServer.start(options).catch((error: unknown) => refused(options, error))
  try {
    // What the server writes once it is ready would otherwise be written by every cluster.
    await server.untilIdle()
    return { snapshot: server.snapshot(), options }
  } finally {
    await server.stop()
  }
}

/** What a server does not start with is a mistake in the fields of a client. */
function refused(options: ServerSpec, error: unknown): never {
  if (!isMachineryError(error)) throw error
  const field =
    error.code === 'PluginChoice' ? 'admissionPlugins' : options.featureGates ? 'featureGates' : 'runtimeConfig'
  throw invalidField(field, options[field], error.message)
}

/** Maps with their keys in order. */
function sorted(value: unknown): unknown {
  return typeof value === 'object' && !Array.isArray(value) ? Object.entries(value ?? {}).sort() : value
}
