import type {
  MutatingWebhook,
  MutatingWebhookConfiguration,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from 'apimachinery/api/admissionregistration/v1'
import type { Selector } from 'apimachinery/labels'
import { getName } from 'apimachinery/runtime'
import { MatchConditions } from '../cel/match-conditions.js'
import { type MatchCriteria, selectorOf } from '../matching.js'

/** The configurations of webhooks of both kinds. */
export type WebhookConfiguration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration

/** A webhook of a configuration, with its compiled parts. */
export interface Hook {
  /** Unique among the hooks of all configurations. */
  readonly uid: string
  readonly configuration: string
  readonly name: string
  readonly webhook: MutatingWebhook | ValidatingWebhook
  readonly criteria: MatchCriteria
  readonly conditions: MatchConditions
}

/** The hooks of configurations, in the order of their names; each configuration is compiled once. */
export class HookSource {
  readonly #configurations: () => Iterable<WebhookConfiguration>
  readonly #made = new WeakMap<WebhookConfiguration, readonly Hook[]>()

  constructor(configurations: () => Iterable<WebhookConfiguration>) {
    this.#configurations = configurations
  }

  /** All hooks at this moment. */
  hooks(): readonly Hook[] {
    const all = [...this.#configurations()]
    if (all.length > 1) all.sort((a, b) => (getName(a) < getName(b) ? -1 : 1))
    return all.flatMap((configuration) => this.#hooksOf(configuration))
  }

  #hooksOf(configuration: WebhookConfiguration): readonly Hook[] {
    const known = this.#made.get(configuration)
    if (known !== undefined) return known
    const count = new Map<string, number>()
    const hooks = (configuration.webhooks ?? []).map((webhook: MutatingWebhook | ValidatingWebhook): Hook => {
      const { name = '' } = webhook
      const index = count.get(name) ?? 0
      count.set(name, index + 1)
      return newHook(configuration, webhook, index)
    })
    this.#made.set(configuration, hooks)
    return hooks
  }
}

function newHook(configuration: WebhookConfiguration, webhook: Hook['webhook'], index: number): Hook {
  const { name = '', rules = [], matchPolicy, failurePolicy, matchConditions } = webhook
  return {
    uid: `${getName(configuration)}/${name}/${index}`,
    configuration: getName(configuration),
    name,
    webhook,
    criteria: {
      rules,
      matchPolicy,
      get namespaceSelector(): Selector {
        return selectorOf(webhook.namespaceSelector)
      },
      get objectSelector(): Selector {
        return selectorOf(webhook.objectSelector)
      },
    },
    conditions: new MatchConditions(matchConditions, { failurePolicy, params: false }),
  }
}
