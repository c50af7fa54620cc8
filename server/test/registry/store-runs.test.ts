import type { Store } from '@apimachinery/server/registry'
import { isStatusError } from 'apimachinery/errors'
import { parse } from 'apimachinery/labels'
import { CreateOptions, DeleteOptions, Status, UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { expect, it } from 'vitest'
import type { Flunder } from '../endpoints/wardle.js'
import { readVectors } from '../interop/vectors/read-vectors.js'
import { context, flunder, newStore } from './flunder-store.js'

type Kept = 'none' | 'current' | 'stale' | 'bad' | 'other'

interface Step {
  readonly op: 'create' | 'update' | 'delete' | 'get' | 'deleteCollection'
  readonly name?: string
  readonly finalizers?: readonly string[]
  readonly label?: string
  readonly version?: Kept
  readonly uid?: Kept
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly grace?: number
  readonly propagation?: string
  readonly orphan?: boolean
  readonly error?: { readonly code: number; readonly reason: string; readonly message: string }
  readonly status?: boolean
  readonly objects?: readonly unknown[]
  readonly done: boolean
}

interface Run {
  readonly graceful: 'none' | 'asked' | 'always'
  readonly collected: boolean
  readonly policy: 'background' | 'orphan' | 'unsupported'
  readonly createOnUpdate: boolean
  readonly unconditional: boolean
  readonly steps: readonly Step[]
}

// Each run was played with the generic store of k8s.io/apiserver over etcd.
it.each(readVectors<readonly Run[]>('store'))(
  'a store answers as upstream: graceful $graceful, collected $collected, $policy, creates on update $createOnUpdate',
  async (run) => {
    const { store } = newStore({
      garbageCollection: run.collected,
      strategy: {
        allowCreateOnUpdate: run.createOnUpdate,
        allowUnconditionalUpdate: run.unconditional,
        defaultGarbageCollection: () => run.policy,
      },
      hooks:
        run.graceful === 'none' ? {} : { checkGracefulDelete: (_context, _object, options) => waits(run, options) },
    })
    for (const [index, step] of run.steps.entries()) {
      const { error, status = false, objects, done } = step
      // What is deleted without a grace period is compared with a version that it never had, upstream: see docs/conformance.md.
      if (error?.message.includes('ResourceVersion in precondition: ,')) return
      // A dry run shows keys without the prefix of the store there.
      const wanted = (error && { ...error, message: error.message.replace('Key: /registry/', 'Key: /') }) ?? {
        status,
        objects: objects ?? [],
        done,
      }
      expect(await answerOf(store, step), `step ${index}: ${JSON.stringify(step)}`).toEqual(wanted)
    }
  },
)

function waits({ graceful }: Run, options: DeleteOptions): boolean {
  if (options.gracePeriodSeconds === undefined) {
    if (graceful !== 'always') return false
    options.gracePeriodSeconds = 30
  }
  return true
}

interface Current {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

async function answerOf(store: Store<Flunder>, step: Step): Promise<unknown> {
  const { name = '' } = step
  const current: Current =
    name === ''
      ? {}
      : await store.get(context(), name, {}).then(
          ({ object }) => object.metadata ?? {},
          () => ({}),
        )
  try {
    return await done(store, step, current)
  } catch (error) {
    if (!isStatusError(error)) return { code: 500, reason: '', message: (error as Error).message }
    const { code, reason = '', message = '' } = error.status
    const named = message.replace(/(\/registry)?\/wardle.example.com\/flunders\/ns\//, '/flunders/')
    const shown = current.uid ? named.replaceAll(current.uid, 'UID') : named
    return { code, reason, message: shown.replaceAll(/(ResourceVersion[a-z ]*: |\()[0-9]+/g, '$1N') }
  }
}

async function done(store: Store<Flunder>, step: Step, current: Current): Promise<unknown> {
  const { op, name = '', label = '', dryRun = false } = step
  const dry = dryRun ? { dryRun: ['All'] } : {}
  switch (op) {
    case 'get':
      return shown((await store.get(context(), name, {})).object, false)
    case 'create': {
      const object = objectOf(step, current)
      return shown((await store.create(context(), object, { options: new CreateOptions(dry) })).object, false)
    }
    case 'update': {
      const object = objectOf(step, current)
      const { result, created } = await store.update(context(), name, {
        options: new UpdateOptions(dry),
        updatedObject: async () => object.deepCopy(),
        ...(step.force && { forceAllowCreate: true }),
        ...(object.metadata?.uid && { uid: object.metadata.uid }),
      })
      return shown(result.object, created)
    }
    case 'delete': {
      const { result, deleted } = await store.delete(context(), name, { options: deleteOptionsOf(step, current) })
      return shown(result?.object, deleted)
    }
    case 'deleteCollection': {
      const options = deleteOptionsOf(step, current)
      const { items } = await store.deleteCollection(context(), { options }, { labelSelector: parse(`l=${label}`) })
      return { status: false, objects: items.map(({ object }) => summary(object as Flunder)), done: false }
    }
  }
}

function objectOf({ name = '', finalizers, label = '', version, uid }: Step, current: Current): Flunder {
  const resourceVersion = versionOf(version, current)
  const ownUID = uid === 'current' ? current.uid : uid === 'other' ? 'other' : undefined
  return flunder(name, {
    metadata: {
      namespace: 'ns',
      labels: { l: label },
      ...(finalizers != null && { finalizers: [...finalizers] }),
      ...(resourceVersion && { resourceVersion }),
      ...(ownUID && { uid: ownUID }),
    },
  })
}

function versionOf(version: Kept | undefined, { resourceVersion }: Current): string | undefined {
  if (version === 'current') return resourceVersion
  return version === 'stale' ? '1' : version === 'bad' ? 'x' : undefined
}

function deleteOptionsOf({ grace, propagation, orphan, version, uid, dryRun }: Step, current: Current): DeleteOptions {
  const resourceVersion = versionOf(version, current)
  const ownUID = uid === 'current' ? current.uid : uid === 'other' ? 'other' : undefined
  const preconditions = { ...(resourceVersion && { resourceVersion }), ...(ownUID && { uid: ownUID }) }
  return new DeleteOptions({
    ...(dryRun && { dryRun: ['All'] }),
    ...(grace !== undefined && { gracePeriodSeconds: grace }),
    ...(propagation !== undefined && { propagationPolicy: propagation }),
    ...(orphan !== undefined && { orphanDependents: orphan }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
  })
}

function shown(object: KubernetesObject | undefined, isDone: boolean): unknown {
  const status = object instanceof Status
  return { status, objects: status ? [] : [summary(object as Flunder)], done: isDone }
}

function summary({ metadata }: Flunder): unknown {
  return {
    name: metadata?.name,
    finalizers: metadata?.finalizers ?? [],
    label: metadata?.labels?.l ?? '',
    deleting: metadata?.deletionTimestamp !== undefined,
    grace: metadata?.deletionGracePeriodSeconds ?? null,
    generation: metadata?.generation ?? 0,
  }
}
