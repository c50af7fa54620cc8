import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import type { RequestUser } from '../../request/context.js'
import type {
  AuthorizationAttributes,
  AuthorizationResult,
  Authorizer,
  ResolvedRules,
  RuleResolver,
} from '../authorizer.js'
import { ruleAllows } from '../rbac/rule-matches.js'
import type { NodeGraph } from './node-graph.js'
import { nodeIdentity } from './node-identity.js'
import { resourceRules } from './node-resources.js'

/** Input of a {@link NodeAuthorizer}. */
export interface NodeAuthorizerOptions {
  readonly graph: NodeGraph
  /** The permissions of every node for kinds that are not restricted by node: those of the role `system:node`. */
  readonly rules: readonly PolicyRule[]
}

/**
 * Allows kubelets to read the objects that the pods on their node refer to, and little else. It has no opinion on users
 * that are not nodes.
 *
 * Source: plugin/pkg/auth/authorizer/node of Kubernetes.
 */
export class NodeAuthorizer implements Authorizer, RuleResolver {
  readonly #options: NodeAuthorizerOptions

  constructor(options: NodeAuthorizerOptions) {
    this.#options = options
  }

  async authorize(attributes: AuthorizationAttributes): Promise<AuthorizationResult> {
    const node = nodeIdentity(attributes.user)
    if (node === undefined) return { decision: 'no-opinion', reason: '' }
    const refusal = this.#refusal(node, attributes)
    return refusal === undefined ? { decision: 'allow', reason: '' } : { decision: 'no-opinion', reason: refusal }
  }

  /** Rules of a node depend on what runs on it: none is named. */
  async rulesFor(user: RequestUser): Promise<ResolvedRules> {
    const isNode = nodeIdentity(user) !== undefined
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: isNode,
      errors: isNode ? ['node authorizer does not support user rule resolution'] : [],
    }
  }

  /** Why not, in upstream's words (`''` where it has none); `undefined` for what is allowed. */
  #refusal(node: string, attributes: AuthorizationAttributes): string | undefined {
    if (node === '') return `unknown node for user ${JSON.stringify(attributes.user.name)}`
    const { graph, rules } = this.#options
    const { isResourceRequest, apiGroup, resource } = attributes
    const rule = isResourceRequest ? resourceRules.get(`${apiGroup}/${resource}`) : undefined
    if (rule !== undefined) return rule({ node, attributes, graph })
    return rules.some((each) => ruleAllows(each, attributes)) ? undefined : ''
  }
}
