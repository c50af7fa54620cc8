import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import type { RBACSource } from '../../authorization/rbac/rbac-source.js'
import type { ObjectCache } from '../../storage/object-cache.js'
import type { BuiltInStores } from '../built-in-stores.js'

/** Roles and bindings in memory, for the authorizer. */
export class RBACCache implements RBACSource {
  readonly #roles: ObjectCache<Role>
  readonly #clusterRoles: ObjectCache<ClusterRole>
  readonly #roleBindings: ObjectCache<RoleBinding>
  readonly #clusterRoleBindings: ObjectCache<ClusterRoleBinding>

  constructor(stores: BuiltInStores, onError: (error: unknown) => void) {
    this.#roles = stores.cache('roles', onError)
    this.#clusterRoles = stores.cache('clusterroles', onError)
    this.#roleBindings = stores.cache('rolebindings', onError)
    this.#clusterRoleBindings = stores.cache('clusterrolebindings', onError)
  }

  /** Resolves when all four are read. */
  async start(): Promise<void> {
    await Promise.all(this.#all().map((cache) => cache.start()))
  }

  stop(): void {
    for (const cache of this.#all()) cache.stop()
  }

  role(namespace: string, name: string): Role | undefined {
    return this.#roles.get(namespace, name)
  }

  clusterRole(name: string): ClusterRole | undefined {
    return this.#clusterRoles.get('', name)
  }

  roleBindings(namespace: string): Iterable<RoleBinding> {
    return this.#roleBindings.list(namespace)
  }

  clusterRoleBindings(): Iterable<ClusterRoleBinding> {
    return this.#clusterRoleBindings.list('')
  }

  #all(): readonly Pick<ObjectCache<Role>, 'start' | 'stop'>[] {
    return [this.#roles, this.#clusterRoles, this.#roleBindings, this.#clusterRoleBindings]
  }
}
