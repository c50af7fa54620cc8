import { isDeepStrictEqual } from 'node:util'
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, RoleRef } from 'apimachinery/api/rbac/v1'
import { isNotFound, newForbidden, newNotFound } from 'apimachinery/errors'
import { WellKnownUser } from '../../authentication/authenticator.js'
import type { Authorizer } from '../../authorization/authorizer.js'
import { confirmNoEscalation } from '../../authorization/rbac/confirm-no-escalation.js'
import type { RBACAuthorizer } from '../../authorization/rbac/rbac-authorizer.js'
import { delegatedStore } from '../../registry/delegated-store.js'
import type { Encodable } from '../../registry/encodable.js'
import type { CreateRequest, ResourceStorage, UpdateRequest, UpdateResponse } from '../../registry/resource-storage.js'
import type { Store } from '../../registry/store.js'
import type { RequestContext } from '../../request/request-context.js'

/** The checks of granted permissions. */
export interface Guards {
  /** Has the rules of a user. */
  readonly rbac: RBACAuthorizer
  /** Checks the verbs `escalate` and `bind`. */
  readonly authorizer: Authorizer
}

/**
 * Adds checks to the stores of a version of the group: users cannot grant more than they have through roles and bindings.
 */
export function guardRBAC(storage: Record<string, ResourceStorage>, guards: Guards): void {
  for (const path of ['roles', 'clusterroles']) {
    storage[path] = guardedRoles(storage[path] as unknown as Store<Role>, guards) as unknown as ResourceStorage
  }
  for (const path of ['rolebindings', 'clusterrolebindings']) {
    const bindings = storage[path] as unknown as Store<RoleBinding>
    storage[path] = guardedBindings(bindings, guards) as unknown as ResourceStorage
  }
}

type AnyRole = Role | ClusterRole
type Binding = RoleBinding | ClusterRoleBinding

/**
 * A store of roles that allows only rules that the user has, unless the user may `escalate`.
 *
 * Source: pkg/registry/rbac/role/policybased of Kubernetes.
 */
function guardedRoles<T extends AnyRole>(store: Store<T>, guards: Guards): ResourceStorage<T> {
  const { resource } = store.options.resource
  const check = async (context: RequestContext, name: string, rules: readonly PolicyRule[]): Promise<void> => {
    if (await isExempt(context, guards, { verb: 'escalate', resource, name })) return
    confirm(guards, context, { resource, name, rules })
  }
  return guarded(store, {
    create: (context, role) => check(context, role.metadata?.name ?? '', role.rules ?? []),
    update: async (context, role, old) => {
      // A change of metadata alone grants nothing.
      if (
        isDeepStrictEqual(role.rules ?? [], old.rules ?? []) &&
        isDeepStrictEqual(aggregation(role), aggregation(old))
      )
        return
      await check(context, role.metadata?.name ?? '', role.rules ?? [])
    },
  })
}

function aggregation(role: AnyRole): unknown {
  return 'aggregationRule' in role ? role.aggregationRule : undefined
}

/**
 * A store of bindings that allows only roles whose rules the user has, unless the user may `bind` it.
 *
 * Source: pkg/registry/rbac/rolebinding/policybased of Kubernetes.
 */
function guardedBindings<T extends Binding>(store: Store<T>, guards: Guards): ResourceStorage<T> {
  const { resource } = store.options.resource
  const check = async (context: RequestContext, binding: T): Promise<void> => {
    const { roleRef } = binding
    const named = { verb: 'bind', resource: roleResource(roleRef), name: roleRef.name }
    if (await isExempt(context, guards, named)) return
    const rules = rulesOf(guards, context, { roleRef, resource })
    confirm(guards, context, { resource, name: binding.metadata?.name ?? '', rules })
  }
  return guarded(store, {
    create: check,
    update: async (context, binding, old) => {
      if (isDeepStrictEqual(binding.roleRef, old.roleRef) && isDeepStrictEqual(binding.subjects, old.subjects)) return
      await check(context, binding)
    },
  })
}

/** The rules of a role. One that is missing is said to be missing in the resource of the request, as upstream does. */
function rulesOf(
  { rbac }: Guards,
  { namespace }: RequestContext,
  { roleRef, resource }: { readonly roleRef: RoleRef; readonly resource: string },
): readonly PolicyRule[] {
  try {
    return rbac.rulesOf(roleRef, namespace)
  } catch (error) {
    throw isNotFound(error) ? newNotFound({ group: 'rbac.authorization.k8s.io', resource }, roleRef.name) : error
  }
}

function roleResource({ kind }: RoleRef): string {
  return kind === 'ClusterRole' ? 'clusterroles' : 'roles'
}

interface RequiredPermission {
  readonly verb: string
  readonly resource: string
  readonly name: string
}

/** Superusers, requests of the server itself, and those who have the right to. */
async function isExempt(
  context: RequestContext,
  { authorizer }: Guards,
  permission: RequiredPermission,
): Promise<boolean> {
  const { user, namespace } = context
  if (user === undefined || user.groups.includes(WellKnownUser.systemPrivilegedGroup)) return true
  const attributes = {
    user,
    namespace,
    apiGroup: 'rbac.authorization.k8s.io',
    apiVersion: '*',
    subresource: '',
    isResourceRequest: true,
    path: '',
    ...permission,
  }
  return (await authorizer.authorize(attributes, context)).decision === 'allow'
}

interface Grant {
  readonly resource: string
  readonly name: string
  readonly rules: readonly PolicyRule[]
}

function confirm({ rbac }: Guards, { user, namespace }: RequestContext, { resource, name, rules }: Grant): void {
  if (user === undefined) return
  try {
    confirmNoEscalation(rbac, { user, namespace }, rules)
  } catch (error) {
    throw newForbidden({ group: 'rbac.authorization.k8s.io', resource }, name, error as Error)
  }
}

interface Checks<T> {
  create(context: RequestContext, object: T): Promise<void>
  update(context: RequestContext, object: T, old: T): Promise<void>
}

/** The store with a check before each write; everything else is the store's own. */
function guarded<T extends AnyRole | Binding>(store: Store<T>, checks: Checks<T>): ResourceStorage<T> {
  return delegatedStore(store, {
    async create(context: RequestContext, object: T, request: CreateRequest<T>): Promise<Encodable> {
      await checks.create(context, object)
      return store.create(context, object, request)
    },
    update(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>> {
      const updatedObject: UpdateRequest<T>['updatedObject'] = async (current) => {
        const object = await request.updatedObject(current)
        if (current === undefined) await checks.create(context, object)
        else await checks.update(context, object, current.object)
        return object
      }
      return store.update(context, name, { ...request, updatedObject })
    },
  })
}
