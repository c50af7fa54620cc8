import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from 'apimachinery/api/rbac/v1'
import type { RBACSource } from '../../authorization/rbac/rbac-source.js'
import type { Store } from '../../registry/store.js'
import { ObjectCache } from '../../storage/object-cache.js'

/** The stores of the four kinds. */
export interface RBACStores {
  readonly roles: Store<Role>
  readonly clusterRoles: Store<ClusterRole>
  readonly roleBindings: Store<RoleBinding>
  readonly clusterRoleBindings: Store<ClusterRoleBinding>
}

/** Roles and bindings in memory, for the authorizer. */
export class RBACCache implements RBACSource {
  readonly #roles: ObjectCache<Role>
  readonly #clusterRoles: ObjectCache<ClusterRole>
  readonly #roleBindings: ObjectCache<RoleBinding>
  readonly #clusterRoleBindings: ObjectCache<ClusterRoleBinding>

  constructor(stores: RBACStores, onError: (error: unknown) => void) {
    this.#roles = cacheOf(stores.roles, onError)
    this.#clusterRoles = cacheOf(stores.clusterRoles, onError)
    this.#roleBindings = cacheOf(stores.roleBindings, onError)
    this.#clusterRoleBindings = cacheOf(stores.clusterRoleBindings, onError)
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

function cacheOf<T extends Role | ClusterRole | RoleBinding | ClusterRoleBinding>(
  store: Store<T>,
  onError: (error: unknown) => void,
): ObjectCache<T> {
  return new ObjectCache({ storage: store.storage, prefix: store.keys.collection(''), onError })
}
