import type { RandomSource } from './random-source.js'

/** One request of a workload. */
export interface Operation {
  readonly verb: 'create' | 'merge' | 'put' | 'delete' | 'approve'
  /** Of the collection for `create`, else of the object. `LIST#N` is object N of a list; `delete` takes a list, too. */
  readonly path: string
  /** The text `<uid PATH>` in it stands for the uid of an object. */
  readonly body: object
}

/** A kind of objects that a workload makes and changes. */
export interface WorkloadKind {
  readonly kind: string
  /** The path of its objects; `NS` stands for a namespace. */
  readonly path: string
  /** How often it is chosen, compared with others. */
  readonly weight: number
  /** So many there are at most in a namespace. */
  readonly most: number
  create(name: string, turn: Turn): object
  /** Operations on an object that is there; the first one changes the object itself or what belongs to it. */
  change(object: KnownObject, turn: Turn): readonly Operation[]
  /** How it is deleted; by default in the background or the foreground. */
  remove?(object: KnownObject, turn: Turn): Operation
}

/** An object that the workload has made. */
export interface KnownObject {
  readonly kind: WorkloadKind
  /** Undefined for objects of the cluster. */
  readonly namespace: string | undefined
  readonly name: string
  /** Of the object. */
  readonly path: string
  /** What the kind remembers of it. */
  readonly memory: Map<string, number | boolean | string>
}

/** What an operation is made with. */
export interface Turn {
  readonly random: RandomSource
  /** Differs for each operation. */
  readonly serial: number
  /** Objects of a kind in the same namespace. */
  others(kind: string): readonly KnownObject[]
  /** The namespace of the operation; empty for objects of the cluster. */
  readonly namespace: string
}
