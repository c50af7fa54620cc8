import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, RoleRef } from 'apimachinery/api/rbac/v1'
import { isNotFound, newForbidden, newNotFound } from 'apimachinery/errors'
import { changesCollectorFieldsOnly } from '../../admission/collector-fields.js'
import type { Authorizer } from '../../authorization/authorizer.js'
import { confirmNoEscalation } from '../../authorization/rbac/confirm-no-escalation.js'
import type { RBACAuthorizer } from '../../authorization/rbac/rbac-authorizer.js'
import { delegatedStore } from '../../registry/delegated-store.js'
import type { Encodable } from '../../registry/encodable.js'
import type { CreateRequest, ResourceStorage, UpdateRequest, UpdateResponse } from '../../registry/resource-storage.js'
import type { Store } from '../../registry/store.js'
import { unknownUser } from '../../request/context.js'
import type { RequestContext } from '../../request/request-context.js'
import { isSuperuser } from './superuser.js'

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
    storage[path] = guardedRoles(storage[path] as unknown as Store<Role>, guards)
  }
  for (const path of ['rolebindings', 'clusterrolebindings']) {
    const bindings = storage[path] as unknown as Store<RoleBinding>
    storage[path] = guardedBindings(bindings, guards)
  }
}

type AnyRole = Role | ClusterRole
type Binding = RoleBinding | ClusterRoleBinding

/**
 * A store of roles that allows only rules that the user has, unless the user may `escalate`. A rule of aggregation can gather
 * everything, so whoever writes it, or a role that has one, needs every right.
 *
 * Source: pkg/registry/rbac/role/policybased and pkg/registry/rbac/clusterrole/policybased of Kubernetes.
 */
function guardedRoles<T extends AnyRole>(store: Store<T>, guards: Guards): ResourceStorage<T> {
  const { resource } = store.options.resource
  const check = async (context: RequestContext, role: T, old?: T): Promise<void> => {
    if (old !== undefined && changesCollectorFieldsOnly(store.type, role, old)) return
    if (isSuperuser(context) || (await mayEscalate(context, guards, resource))) return
    const name = role.metadata?.name ?? ''
    confirm(guards, context, { resource, name, rules: role.rules ?? [] })
    if (!aggregates(role) && (old === undefined || !aggregates(old))) return
    confirm(guards, context, { resource, name, rules: fullAuthority, message: aggregationMessage })
  }
  return guarded(store, check)
}

const fullAuthority: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

const aggregationMessage = 'must have cluster-admin privileges to use the aggregationRule'

function aggregates(role: AnyRole): boolean {
  return 'aggregationRule' in role && (role.aggregationRule?.clusterRoleSelectors ?? []).length > 0
}

/**
 * A store of bindings that allows only roles whose rules the user has, unless the user may `bind` it.
 *
 * Source: pkg/registry/rbac/rolebinding/policybased of Kubernetes.
 */
function guardedBindings<T extends Binding>(store: Store<T>, guards: Guards): ResourceStorage<T> {
  const { resource } = store.options.resource
  return guarded(store, async (context, binding, old) => {
    if (old !== undefined && changesCollectorFieldsOnly(store.type, binding, old)) return
    const { roleRef } = binding
    if (isSuperuser(context) || (await mayBind(context, guards, roleRef))) return
    const rules = rulesOf(guards, context, { roleRef, resource })
    confirm(guards, context, { resource, name: binding.metadata?.name ?? '', rules })
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
    throw isNotFound(error) ? newNotFound({ group: apiGroup, resource }, roleRef.name) : error
  }
}

/**
 * Asks for the name of the path: a new object has none there, so a right for certain names does not let anybody create them.
 *
 * Source: `RoleEscalationAuthorized` of pkg/registry/rbac.
 */
function mayEscalate(context: RequestContext, guards: Guards, resource: string): Promise<boolean> {
  const { info, namespace } = context
  return isAuthorized(context, guards, { verb: 'escalate', apiGroup, resource, name: info.name, namespace })
}

/** Source: `BindingAuthorized` of pkg/registry/rbac. */
async function mayBind(context: RequestContext, guards: Guards, roleRef: RoleRef): Promise<boolean> {
  const resource = roleResources.get(roleRef.kind)
  if (resource === undefined) return false
  const { apiGroup = '', name } = roleRef
  return isAuthorized(context, guards, { verb: 'bind', apiGroup, resource, name, namespace: context.namespace })
}

const apiGroup = 'rbac.authorization.k8s.io'
const roleResources: ReadonlyMap<string, string> = new Map([
  ['ClusterRole', 'clusterroles'],
  ['Role', 'roles'],
])

interface RequiredPermission {
  readonly verb: string
  readonly apiGroup: string
  readonly resource: string
  readonly name: string
  readonly namespace: string
}

async function isAuthorized(
  context: RequestContext,
  { authorizer }: Guards,
  permission: RequiredPermission,
): Promise<boolean> {
  const { user = unknownUser } = context
  const rest = { apiVersion: '*', subresource: '', isResourceRequest: true, path: '' }
  const { decision } = await authorizer.authorize({ user, ...rest, ...permission }, context)
  return decision === 'allow'
}

interface Grant {
  readonly resource: string
  readonly name: string
  readonly rules: readonly PolicyRule[]
  /** Said instead of what is missing. */
  readonly message?: string
}

function confirm({ rbac }: Guards, { user, namespace }: RequestContext, grant: Grant): void {
  const { resource, name, rules, message } = grant
  try {
    if (user === undefined) throw new Error('no user on context')
    confirmNoEscalation(rbac, { user, namespace }, rules)
  } catch (error) {
    throw newForbidden(
      { group: apiGroup, resource },
      name,
      message === undefined ? (error as Error) : new Error(message),
    )
  }
}

/** Refuses an object by throwing; `old` is absent for a new one. */
type Check<T> = (context: RequestContext, object: T, old?: T) => Promise<void>

/** The store with a check before each write; everything else is the store's own. */
function guarded<T extends AnyRole | Binding>(store: Store<T>, check: Check<T>): ResourceStorage<T> {
  return delegatedStore(store, {
    async create(context: RequestContext, object: T, request: CreateRequest<T>): Promise<Encodable> {
      await check(context, object)
      return store.create(context, object, request)
    },
    update(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>> {
      const updatedObject: UpdateRequest<T>['updatedObject'] = async (current) => {
        const object = await request.updatedObject(current)
        await check(context, object, current?.object)
        return object
      }
      return store.update(context, name, { ...request, updatedObject })
    },
  })
}
