/** What one release grants to users and components of a new cluster. Gates of a list are all on; one after `!` is off. */
export interface PolicyModel {
  /** Roles of the cluster, without those of controllers. */
  readonly roles: readonly RoleModel[]
  /** Roles of controllers; each is bound to the service account of its name. */
  readonly controllerRoles: readonly RoleModel[]
  readonly bindings: readonly BindingModel[]
  readonly namespaceRoles: readonly RoleModel[]
  readonly namespaceBindings: readonly BindingModel[]
}

/** Something that is there when gates say so. */
export interface Conditional {
  readonly gates: readonly string[]
}

/** A role. */
export interface RoleModel extends Conditional {
  readonly name: string
  readonly namespace?: string
  /** The role whose rules it is added to, by the label of aggregation. */
  readonly aggregateTo?: string
  /** It has the rules of the roles with this label of aggregation. */
  readonly aggregates?: string
  readonly rules: readonly RuleModel[]
}

/** A rule in the words of its lists: `get list; apps core; deployments; name`, or `get; /healthz` for paths. */
export interface RuleModel extends Conditional {
  readonly text: string
}

/** A binding to the role `role`; subjects are `User a`, `Group b` and `ServiceAccount namespace/name`. */
export interface BindingModel extends Conditional {
  readonly name: string
  readonly namespace?: string
  readonly role: string
  readonly subjects: readonly string[]
}
