export { allowedPaths, alwaysAllow, alwaysDeny, privilegedGroups, publicPaths } from './always.js'
export type {
  AuthorizationAttributes,
  AuthorizationResult,
  Authorizer,
  Decision,
  NonResourceRule,
  ResolvedRules,
  ResourceRule,
  RuleResolver,
} from './authorizer.js'
export { NodeAuthorizer, type NodeAuthorizerOptions } from './node/node-authorizer.js'
export { NodeGraph, type RelatedKind, type RelatedObject, type Relation, related } from './node/node-graph.js'
export { RBACAuthorizer } from './rbac/rbac-authorizer.js'
export type { RBACSource } from './rbac/rbac-source.js'
export { unionAuthorizer, unionRuleResolver } from './union.js'
