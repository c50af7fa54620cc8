import type { TokenReview } from 'apimachinery/api/authentication/v1'
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from 'apimachinery/api/authorization/v1'
import { isNamespaced, type KindStrategy, strategiesOfGroup } from 'apimachinery/api/strategies'
import { messageOf } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { TokenAuthenticator } from '../authentication/authenticator.js'
import type { AuthorizationAttributes, Authorizer, RuleResolver } from '../authorization/authorizer.js'
import { fieldRequirements, labelRequirements } from '../authorization/selector-attributes.js'
import { type Encodable, encodable } from '../registry/encodable.js'
import type { CreateRequest, ResourceStorage } from '../registry/resource-storage.js'
import { strategyContext } from '../registry/store-operation.js'
import type { StoreSettings } from '../registry/store-options.js'
import type { RequestUser } from '../request/context.js'
import type { RequestContext } from '../request/request-context.js'
import type { StorageByPath } from './built-in-stores.js'

/** The authenticators and authorizers of reviews, and the release whose rules they follow. */
export interface ReviewAnswers extends Pick<StoreSettings, 'release' | 'featureEnabled'> {
  readonly tokens: TokenAuthenticator
  readonly audiences: readonly string[]
  readonly authorizer: Authorizer
  readonly rules: RuleResolver
}

type Answer<T> = (review: T, context: RequestContext) => Promise<void>

/** A kind that is answered when it is created, and never stored. */
class ReviewStore<T extends KubernetesObject> implements ResourceStorage<T> {
  readonly type: KindClass<T>
  readonly namespaced: boolean
  readonly singularName: string
  readonly #strategy: KindStrategy<T>
  readonly #answer: Answer<T>
  readonly #settings: StoreSettings

  constructor(strategy: KindStrategy<T>, answer: Answer<T>, settings: StoreSettings) {
    this.#strategy = strategy
    this.#settings = settings
    this.#answer = answer
    this.type = strategy.type
    this.namespaced = isNamespaced(strategy)
    this.singularName = strategy.type.groupVersionKind.kind.toLowerCase()
  }

  async create(context: RequestContext, review: T, request: CreateRequest<T>): Promise<Encodable<T>> {
    this.#strategy.answer?.(review, strategyContext({ ...this.#settings, strategy: this.#strategy }, context))
    await request.validate?.(review)
    await this.#answer(review, context)
    return encodable(review)
  }
}

/**
 * The reviews of `authentication.k8s.io` and `authorization.k8s.io`.
 *
 * Source: pkg/registry/authentication and pkg/registry/authorization of Kubernetes.
 */
export async function reviewStores(group: string, answers: ReviewAnswers): Promise<StorageByPath> {
  const byKind: Readonly<Record<string, Answer<never>>> = {
    TokenReview: (review: TokenReview) => reviewToken(review, answers),
    SelfSubjectReview: async () => {},
    SubjectAccessReview: (review: SubjectAccessReview) => reviewSubject(review, answers),
    LocalSubjectAccessReview: (review: LocalSubjectAccessReview) => reviewSubject(review, answers),
    SelfSubjectAccessReview: (review: SelfSubjectAccessReview, context: RequestContext) => {
      return reviewSelf(review, answers, context)
    },
    SelfSubjectRulesReview: (review: SelfSubjectRulesReview, context: RequestContext) => {
      return reviewRules(review, answers, context)
    },
  }
  const { release, featureEnabled } = answers
  const settings = { release, featureEnabled }
  const storage: StorageByPath = {}
  for (const strategy of await strategiesOfGroup(group)) {
    const { kind } = strategy.type.groupVersionKind
    const answer = byKind[kind]
    if (answer === undefined || strategy.answer === undefined) continue
    storage[`${kind.toLowerCase()}s`] = new ReviewStore(strategy, answer as Answer<KubernetesObject>, settings)
  }
  return storage
}

async function reviewToken(review: TokenReview, { tokens, audiences }: ReviewAnswers): Promise<void> {
  const wanted = review.spec?.audiences ?? []
  try {
    const found = await tokens.authenticateToken(review.spec?.token ?? '', {
      audiences: wanted.length > 0 ? wanted : audiences,
    })
    if (found === undefined) {
      review.status = { user: {}, error: 'invalid bearer token' }
      return
    }
    const { name, uid, groups, extra } = found.user
    const entries = Object.entries(extra).map(([key, values]): [string, string[]] => [key, [...values]])
    review.status = {
      authenticated: true,
      user: {
        username: name,
        ...(uid !== '' && { uid }),
        ...(groups.length > 0 && { groups: [...groups] }),
        ...(entries.length > 0 && { extra: Object.fromEntries(entries) }),
      },
      ...(found.audiences !== undefined && { audiences: [...found.audiences] }),
    }
  } catch (error) {
    review.status = { user: {}, error: messageOf(error) }
  }
}

async function reviewSubject(
  review: SubjectAccessReview | LocalSubjectAccessReview,
  { authorizer }: ReviewAnswers,
): Promise<void> {
  const { spec } = review
  const user: RequestUser = {
    name: spec?.user ?? '',
    uid: spec?.uid ?? '',
    groups: spec?.groups ?? [],
    extra: spec?.extra ?? {},
  }
  review.status = await reviewStatus(attributesOf(user, spec), spec, authorizer)
}

async function reviewSelf(
  review: SelfSubjectAccessReview,
  { authorizer }: ReviewAnswers,
  { user }: RequestContext,
): Promise<void> {
  if (user !== undefined) review.status = await reviewStatus(attributesOf(user, review.spec), review.spec, authorizer)
}

async function reviewRules(
  review: SelfSubjectRulesReview,
  { rules }: ReviewAnswers,
  { user, info }: RequestContext,
): Promise<void> {
  if (user === undefined) return
  const namespace = review.spec?.namespace ?? info.namespace
  const found = await rules.rulesFor(user, namespace)
  const plain = <V>(value: V): V => JSON.parse(JSON.stringify(value)) as V
  review.status = {
    resourceRules: plain(found.resourceRules) as never,
    nonResourceRules: plain(found.nonResourceRules) as never,
    incomplete: found.incomplete,
    ...(found.errors.length > 0 && { evaluationError: found.errors.join(', ') }),
  }
}

type ReviewSpec = Pick<SubjectAccessReviewSpec, 'resourceAttributes' | 'nonResourceAttributes'> | undefined

async function reviewStatus(
  attributes: AuthorizationAttributes,
  spec: ReviewSpec,
  authorizer: Authorizer,
): Promise<NonNullable<SubjectAccessReview['status']>> {
  const { decision, reason, error } = await authorizer.authorize(attributes)
  const errors = [...(error === undefined ? [] : [messageOf(error)]), ...selectorErrors(spec, attributes)]
  return {
    allowed: decision === 'allow',
    ...(decision === 'deny' && { denied: true }),
    ...(reason !== '' && { reason }),
    ...(errors.length > 0 && { evaluationError: errors.join('; ') }),
  }
}

/** Which selectors could not be read in full. Source: `BuildEvaluationError` of pkg/registry/authorization/util. */
function selectorErrors(spec: ReviewSpec, attributes: AuthorizationAttributes): readonly string[] {
  const errors: string[] = []
  for (const name of ['fieldSelector', 'labelSelector'] as const) {
    const given = spec?.resourceAttributes?.[name]
    if (!given) continue
    const read = attributes[name]?.length ?? 0
    const isWhole = given.rawSelector ? attributes[name] !== undefined : read === (given.requirements ?? []).length
    if (isWhole) continue
    errors.push(`spec.resourceAttributes.${name} ${read > 0 ? 'partially ' : ''}ignored due to parse error`)
  }
  return errors
}

function attributesOf(user: RequestUser, spec: ReviewSpec): AuthorizationAttributes {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec ?? {}
  return {
    user,
    verb: resource?.verb ?? path?.verb ?? '',
    namespace: resource?.namespace ?? '',
    apiGroup: resource?.group ?? '',
    apiVersion: resource?.version ?? '',
    resource: resource?.resource ?? '',
    subresource: resource?.subresource ?? '',
    name: resource?.name ?? '',
    isResourceRequest: resource !== undefined,
    path: path?.path ?? '',
    ...selectorsOf(resource),
  }
}

const fieldOperators: Readonly<Record<string, string>> = { In: '=', NotIn: '!=' }
const labelOperators: Readonly<Record<string, string>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}

/**
 * What a review says that a list is narrowed to, as text or as requirements. What cannot be read narrows nothing. Source:
 * `ResourceAttributesFrom` of pkg/registry/authorization/util.
 */
function selectorsOf(
  resource: SubjectAccessReviewSpec['resourceAttributes'],
): Pick<AuthorizationAttributes, 'fieldSelector' | 'labelSelector'> {
  const { fieldSelector, labelSelector } = resource ?? {}
  const fields =
    fieldRequirements(fieldSelector?.rawSelector) ??
    fieldSelector?.requirements?.flatMap(({ key = '', operator = '', values }) => {
      const [value, ...more] = values ?? []
      const known = fieldOperators[operator]
      return known === undefined || value === undefined || more.length > 0 ? [] : [{ key, operator: known, value }]
    })
  const labels =
    labelRequirements(labelSelector?.rawSelector) ??
    labelSelector?.requirements?.flatMap(({ key = '', operator = '', values }) => {
      const known = labelOperators[operator]
      return known === undefined ? [] : [{ key, operator: known, values: [...(values ?? [])] }]
    })
  return {
    ...(fields !== undefined && { fieldSelector: fields }),
    ...(labels !== undefined && { labelSelector: labels }),
  }
}
