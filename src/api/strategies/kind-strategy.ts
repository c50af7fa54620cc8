import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { FieldError } from '../../validation/field-error.js'
import type { Release } from '../releases/release.js'
import type { DeclaredValidation } from './declared/declared-validation.js'
import type { ResetFields } from './reset-fields.js'

/** The facts about a request for a hook, besides the objects. */
export interface StrategyContext {
  /** Namespace of the request; absent for cluster-scoped kinds. */
  readonly namespace?: string | undefined
  /** Labels of that namespace; absent if unknown, and rules that depend on them are skipped. */
  readonly namespaceLabels?: Readonly<Record<string, string>> | undefined
  /** Version that the request was made in, such as `apps/v1`. */
  readonly apiVersion: string
  /** The release whose rules and messages are used. */
  readonly release: Release
  /** The user of the request; absent in the command line. */
  readonly user?: StrategyUser | undefined
  /** Whether containers may be privileged (`--allow-privileged`); true where absent. */
  readonly allowPrivileged?: boolean | undefined
  /** Whether a feature gate is on; by default as in the release. */
  featureEnabled(gate: string): boolean
  /** The time that hooks write into objects and compare with. */
  now(): Date
  /** An object of the hub version in the version of the request; absent where that is the hub version. */
  readonly versioned?: (object: KubernetesObject) => KubernetesObject
  /** Takes a warning of a hook that prepares, which the caller gets even if the object is refused. */
  readonly warn?: (text: string) => void
}

/** The user of a request, as far as hooks need it. */
export interface StrategyUser {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/**
 * The hooks of one way to write a kind: the resource itself, or a subresource such as `status`. They get objects in the
 * form of {@link KindStrategy.type}, may change `object` in place where they prepare, and never change `old`.
 *
 * Source: `RESTUpdateStrategy` of k8s.io/apiserver/pkg/registry/rest.
 */
export interface UpdateHooks<T extends KubernetesObject = KubernetesObject> {
  /** Restores fields that this kind of write must not change, and increases `metadata.generation`. */
  prepareForUpdate?(object: T, old: T, context: StrategyContext): void
  /** Returns the errors of the update; called after `prepareForUpdate` and admission. */
  validateUpdate(object: T, old: T, context: StrategyContext): readonly FieldError[]
  /** Warnings for the caller, without the `299 -` around them. */
  warningsOnUpdate?(object: T, old: T, context: StrategyContext): readonly string[]
  /** Converts a valid object to its canonical form before it is stored. */
  canonicalize?(object: T): void
  /** The fields that this way of writing resets, so server-side apply does not own them: version → paths. */
  readonly resetFields?: ResetFields
}

/**
 * How a kind behaves in a registry: what is reset, validated and warned about when it is written.
 *
 * Source: `RESTCreateStrategy`, `RESTUpdateStrategy`, `RESTDeleteStrategy` of k8s.io/apiserver/pkg/registry/rest.
 */
export interface KindStrategy<T extends KubernetesObject = KubernetesObject> extends UpdateHooks<T> {
  /** The class whose form the hooks see: the hub version of the kind. Other versions are converted to it first. */
  readonly type: KindClass<T>
  /** Default: as `resource` of {@link type} says. */
  readonly namespaced?: boolean
  /** The rules that tags of the types declare; `false` for kinds whose server does not know such rules. */
  readonly declared?: DeclaredValidation<T> | false
  /** The kind for errors, if objects may declare another one than {@link type}. */
  kindOf?(object: T): { readonly group: string; readonly kind: string }
  /** `PUT` and apply of an unknown name create it; default false. */
  readonly allowCreateOnUpdate?: boolean
  /** `PUT` without a resource version overwrites the stored object; default true. */
  readonly allowUnconditionalUpdate?: boolean | ((context: Pick<StrategyContext, 'apiVersion' | 'release'>) => boolean)
  /** Makes a name from `metadata.generateName`; where absent, five random letters are appended. */
  generateName?(base: string): string
  /**
   * Runs the first steps of a server's registry, with placeholders for values that only a server can allocate (addresses,
   * ports). For validation without a server; `old` is absent for a new object.
   *
   * @throws StatusError for an object that no server could allocate for.
   */
  allocateOffline?(object: T, old: T | undefined, context: StrategyContext): void
  /**
   * Takes the place of everything that creation is otherwise, for kinds that are answered and never stored: checks the
   * question and fills in what can be answered without a server, in place.
   *
   * @throws StatusError for a question that no server would answer.
   */
  answer?(object: T, context: StrategyContext): void
  /** Clears what a creator may not set (`status`), sets the first `metadata.generation`. */
  prepareForCreate?(object: T, context: StrategyContext): void
  /** Returns the errors of a new object; called after `prepareForCreate` and admission. */
  validate(object: T, context: StrategyContext): readonly FieldError[]
  /** Warnings for the creator, without the `299 -` around them. */
  warningsOnCreate?(object: T, context: StrategyContext): readonly string[]
  /** How deletion without a propagation policy treats dependents; default `background`. */
  defaultGarbageCollection?(context: StrategyContext): 'orphan' | 'background' | 'unsupported'
  /** Values of the fields that field selectors may name beside `metadata.name` and `metadata.namespace`. */
  selectableFields?(object: T): Readonly<Record<string, string>>
  /** Subresources that are written by an update of the whole object: `status`, `ephemeralcontainers`, `approval`, … */
  readonly subresources?: Readonly<Record<string, UpdateHooks<T>>>
}

/** Whether `PUT` without a resource version overwrites the stored object. */
export function allowsUnconditionalUpdate(
  { allowUnconditionalUpdate: allowed = true }: Pick<KindStrategy, 'allowUnconditionalUpdate'>,
  context: Pick<StrategyContext, 'apiVersion' | 'release'>,
): boolean {
  return typeof allowed === 'boolean' ? allowed : allowed(context)
}

/** Whether the objects of a kind are in namespaces. */
export function isNamespaced({ namespaced, type }: Pick<KindStrategy, 'namespaced' | 'type'>): boolean {
  return namespaced ?? type.resource?.scope === 'Namespaced'
}
