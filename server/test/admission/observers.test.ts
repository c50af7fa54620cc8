import { MetricsRegistry } from '@apimachinery/client/metrics'
import { describe, expect, it } from 'vitest'
import { AdmissionChain, type AdmissionRun } from '../../src/admission/chain.js'
import { admissionMetrics } from '../../src/admission/metrics/admission-metrics.js'
import { admissionObservers } from '../../src/admission/metrics/admission-observers.js'
import type { AdmissionPlugin } from '../../src/admission/plugin.js'
import { attributesOf } from './attributes-of.js'

/** The samples of counters, and the counts and sums of histograms: all that is not a help text or a bucket. */
async function samples(observe: (registry: MetricsRegistry) => void): Promise<string[]> {
  const registry = new MetricsRegistry()
  observe(registry)
  const lines = (await registry.text()).split('\n')
  return lines.filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket{')).sort()
}

async function described(observe: (registry: MetricsRegistry) => void): Promise<string[]> {
  const registry = new MetricsRegistry()
  observe(registry)
  const lines = (await registry.text()).split('\n')
  return lines.flatMap((line) => /^# HELP (\S+ \[\w+\] .{12})/.exec(line)?.[1] ?? []).sort()
}

const pods = { resource: 'pods', subresource: '' }

// Names, labels and words of `--show-hidden-metrics`-free /metrics of kube-apiserver.
describe('the metrics of pod security', () => {
  const create = { operation: 'CREATE', ...pods } as never

  it.each([
    [{ allowed: true, level: 'baseline', version: 30 }, 'allow', 'baseline', 'v1.30'],
    [{ allowed: false, level: 'restricted', version: 'latest' }, 'deny', 'restricted', 'latest'],
    [{ allowed: false, level: 'restricted', version: 999 }, 'deny', 'restricted', 'future'],
    [{ allowed: true, level: 'privileged', version: 30 }, 'allow', 'privileged', 'latest'],
  ] as const)('count evaluations: %j', async (...[result, decision, level, version]) => {
    const found = await samples((registry) =>
      admissionObservers(registry).podSecurity.evaluated(create, 'enforce', result as never),
    )
    expect(found).toEqual([
      `pod_security_evaluations_total{decision="${decision}",mode="enforce",policy_level="${level}",policy_version="${version}",request_operation="create",resource="pods",subresource=""} 1`,
    ])
  })

  it('count exemptions and errors', async () => {
    const update = { operation: 'UPDATE', resource: 'pods', subresource: 'resize' } as never
    const found = await samples((registry) => {
      const { podSecurity } = admissionObservers(registry)
      podSecurity.exempted(update)
      podSecurity.failed(update, true)
      podSecurity.failed(update, false)
      podSecurity.failed(update, false)
    })
    const labels = 'request_operation="update",resource="pods",subresource="resize"'
    expect(found).toEqual([
      `pod_security_errors_total{fatal="false",${labels}} 2`,
      `pod_security_errors_total{fatal="true",${labels}} 1`,
      `pod_security_exemptions_total{${labels}} 1`,
    ])
  })
})

describe('the metrics of webhooks', () => {
  const observation = {
    name: 'h.example',
    type: 'admit',
    operation: 'CREATE',
    seconds: 0.25,
    rejected: false,
    errorType: undefined,
    code: 200,
    failedOpen: false,
  } as const
  const prefix = 'apiserver_admission_webhook'
  const labels = (rejected: boolean) => `name="h.example",operation="CREATE",rejected="${rejected}",type="admit"`
  const duration = (rejected: boolean) => [
    `${prefix}_admission_duration_seconds_count{${labels(rejected)}} 1`,
    `${prefix}_admission_duration_seconds_sum{${labels(rejected)}} 0.25`,
  ]
  const rejection = (type: string, code: number) =>
    `${prefix}_rejection_count{error_type="${type}",name="h.example",operation="CREATE",rejection_code="${code}",type="admit"} 1`

  it.each<{ what: string; of: object; found: string[] }>([
    {
      what: 'what passes',
      of: {},
      found: [...duration(false), `${prefix}_request_total{code="200",${labels(false)}} 1`],
    },
    {
      what: 'what is refused',
      of: { rejected: true, errorType: 'no_error', code: 400 },
      found: [...duration(true), rejection('no_error', 400), `${prefix}_request_total{code="400",${labels(true)}} 1`],
    },
    {
      what: 'codes above 600 as 600',
      of: { rejected: true, errorType: 'no_error', code: 601 },
      found: [...duration(true), rejection('no_error', 600), `${prefix}_request_total{code="600",${labels(true)}} 1`],
    },
    {
      what: 'what failed open, which is no rejection',
      of: { errorType: 'calling_webhook_error', code: 503, failedOpen: true },
      found: [
        ...duration(false),
        `${prefix}_fail_open_count{name="h.example",type="admit"} 1`,
        `${prefix}_request_total{code="503",${labels(false)}} 1`,
      ],
    },
  ])('count $what', async ({ of, found }) => {
    const seen = await samples((registry) => admissionObservers(registry).webhook({ ...observation, ...of }))
    expect(seen).toEqual(found.sort())
  })
})

describe('the metrics of policies', () => {
  const common = { policy: 'p', binding: 'b', seconds: 0.5 }
  const labels = 'policy="p",policy_binding="b"'

  it('count checks of validating ones', async () => {
    const observed = { ...common, errorType: 'no_error', action: 'deny' } as never
    const prefix = 'apiserver_validating_admission_policy_check'
    const all = `enforcement_action="deny",error_type="no_error",${labels}`
    expect(await samples((registry) => admissionObservers(registry).policy(observed))).toEqual([
      `${prefix}_duration_seconds_count{${all}} 1`,
      `${prefix}_duration_seconds_sum{${all}} 0.5`,
      `${prefix}_total{${all}} 1`,
    ])
  })

  it('count checks of mutating ones', async () => {
    const observed = { ...common, errorType: 'no_error' } as never
    const prefix = 'apiserver_mutating_admission_policy_check'
    const all = `error_type="no_error",${labels}`
    expect(await samples((registry) => admissionObservers(registry).mutation(observed))).toEqual([
      `${prefix}_duration_seconds_count{${all}} 1`,
      `${prefix}_duration_seconds_sum{${all}} 0.5`,
      `${prefix}_total{${all}} 1`,
    ])
  })
})

describe('the metrics of match conditions', () => {
  const prefix = 'apiserver_admission_match_condition'
  it.each([
    ['webhook', { errors: 0, excluded: false }, []],
    ['webhook', { errors: 2, excluded: false }, ['evaluation_errors_total 2']],
    ['webhook', { errors: 0, excluded: true }, ['exclusions_total 1']],
    ['policy', { errors: 0, excluded: true }, []],
  ] as const)('of a %s with %j', async (...[kind, evaluation, more]) => {
    const owner = { kind, name: 'n', type: 'admit', operation: 'CREATE' } as const
    const labels = `kind="${kind}",name="n",operation="CREATE",type="admit"`
    const found = await samples((registry) =>
      admissionObservers(registry).conditions(owner, { seconds: 0.125, ...evaluation }),
    )
    const counted = more.map((each) => `${prefix}_${each.replace(' ', `{${labels}} `)}`)
    const timed = [
      `${prefix}_evaluation_seconds_count{${labels}} 1`,
      `${prefix}_evaluation_seconds_sum{${labels}} 0.125`,
    ]
    expect(found).toEqual([...counted, ...timed].sort())
  })
})

it('the metrics of admission say what they count, and how stable they are', async () => {
  const found = await described((registry) => {
    const chain = admissionMetrics(registry)
    const run = { step: 'admit', operation: 'CREATE', rejected: false } as const
    chain.step(run, 1)
    chain.plugin('p')(run, 1)
    const { podSecurity, webhook, policy, mutation, conditions } = admissionObservers(registry)
    const request = { operation: 'CREATE', ...pods } as never
    podSecurity.evaluated(request, 'enforce', { allowed: true, level: 'baseline', version: 'latest' } as never)
    podSecurity.exempted(request)
    podSecurity.failed(request, true)
    const observation = { name: 'h', type: 'admit', operation: 'CREATE', seconds: 1, code: 500 } as const
    webhook({ ...observation, rejected: true, errorType: 'no_error', failedOpen: true })
    const observed = { policy: 'p', binding: 'b', seconds: 1, errorType: 'no_error', action: 'deny' } as never
    policy(observed)
    mutation(observed)
    const owner = { kind: 'webhook', name: 'n', type: 'admit', operation: 'CREATE' } as const
    conditions(owner, { seconds: 1, errors: 1, excluded: true })
  })
  const prefix = 'apiserver_admission'
  expect(found).toEqual([
    `${prefix}_controller_admission_duration_seconds [STABLE] Admission co`,
    `${prefix}_match_condition_evaluation_errors_total [ALPHA] Admission ma`,
    `${prefix}_match_condition_evaluation_seconds [ALPHA] Admission ma`,
    `${prefix}_match_condition_exclusions_total [ALPHA] Admission ma`,
    `${prefix}_step_admission_duration_seconds [STABLE] Admission su`,
    `${prefix}_webhook_admission_duration_seconds [STABLE] Admission we`,
    `${prefix}_webhook_fail_open_count [ALPHA] Admission we`,
    `${prefix}_webhook_rejection_count [ALPHA] Admission we`,
    `${prefix}_webhook_request_total [ALPHA] Admission we`,
    'apiserver_mutating_admission_policy_check_duration_seconds [ALPHA] Mutation adm',
    'apiserver_mutating_admission_policy_check_total [ALPHA] Mutation adm',
    'apiserver_validating_admission_policy_check_duration_seconds [BETA] Validation a',
    'apiserver_validating_admission_policy_check_total [BETA] Validation a',
    'pod_security_errors_total [ALPHA] Number of er',
    'pod_security_evaluations_total [ALPHA] Number of po',
    'pod_security_exemptions_total [ALPHA] Number of ex',
  ])
})

describe('a chain of plugins', () => {
  type Seen = [string, AdmissionRun]
  const context = {} as never
  const asked = (resource = 'pods') => attributesOf({ resource, name: 'p', namespace: 'ns' })
  /** What the observer is told of one step through the plugins. */
  async function observed(step: 'admit' | 'validate', plugins: Record<string, Partial<AdmissionPlugin>>) {
    const seen: Seen[] = []
    const note = (name: string) => (run: AdmissionRun, seconds: number) => {
      expect(seconds).toBeGreaterThanOrEqual(0)
      seen.push([name, run])
    }
    const named = Object.entries(plugins).map(([name, plugin]) => ({
      name,
      plugin: { handles: () => true, ...plugin } as AdmissionPlugin,
    }))
    const chain = new AdmissionChain(named, { step: note('all'), plugin: note })
    const error = await chain[step](asked(), context).then(
      () => undefined,
      (thrown: Error) => thrown.message,
    )
    return { seen: seen.map(([name, { step: of, operation, rejected }]) => [name, of, operation, rejected]), error }
  }
  const pass = async (): Promise<void> => {}
  const refuse = async (): Promise<void> => {
    throw new Error('no')
  }

  it.each(['admit', 'validate'] as const)('is observed plugin by plugin and as a whole: %s', async (step) => {
    const { seen, error } = await observed(step, { a: { [step]: pass }, b: { [step]: pass } })
    expect(error).toBeUndefined()
    expect(seen).toEqual([
      ['a', step, 'CREATE', false],
      ['b', step, 'CREATE', false],
      ['all', step, 'CREATE', false],
    ])
  })

  it('ends with the plugin that refuses', async () => {
    const { seen, error } = await observed('validate', {
      a: { validate: pass },
      b: { validate: refuse },
      c: { validate: pass },
    })
    expect(error).toBe('no')
    expect(seen).toEqual([
      ['a', 'validate', 'CREATE', false],
      ['b', 'validate', 'CREATE', true],
      ['all', 'validate', 'CREATE', true],
    ])
  })

  it('asks no plugin about other resources, operations and steps, and observes those of other resources', async () => {
    const { seen, error } = await observed('admit', {
      elsewhere: { admit: refuse, resources: ['configmaps', 'pods.example.com'] },
      here: { admit: pass, resources: ['pods'] },
      idle: { admit: refuse, handles: () => false },
      judge: { validate: refuse },
    })
    expect(error).toBeUndefined()
    expect(seen).toEqual([
      ['elsewhere', 'admit', 'CREATE', false],
      ['here', 'admit', 'CREATE', false],
      ['all', 'admit', 'CREATE', false],
    ])
  })

  it('knows resources by their group', async () => {
    const calls: string[] = []
    const plugin = (resources: string[]): AdmissionPlugin => ({
      resources,
      handles: () => true,
      admit: async () => void calls.push(resources.join()),
    })
    const chain = new AdmissionChain([plugin(['leases']), plugin(['leases.coordination.k8s.io'])])
    await chain.admit(asked('leases.coordination.k8s.io'), context)
    await chain.admit(asked('leases'), context)
    expect(calls).toEqual(['leases.coordination.k8s.io', 'leases'])
  })

  it.each([
    [['CREATE'], true],
    [['DELETE'], false],
    [['DELETE', 'CREATE'], true],
    [[], false],
  ])('of plugins for %j handles creations: %s', (operations, handles) => {
    const plugins = operations.map((of) => ({ handles: (operation: string) => operation === of }))
    expect(new AdmissionChain(plugins).handles('CREATE')).toBe(handles)
  })

  it.each([
    [false, 1],
    [true, 2],
  ])('runs again where a plugin wants it (%s): %i times, and no more', async (wants, times) => {
    let runs = 0
    const plugin: AdmissionPlugin = {
      handles: () => true,
      async admit({ reinvocation }) {
        runs++
        expect(reinvocation.isReinvoke).toBe(runs === 2)
        reinvocation.shouldReinvoke = wants
      },
    }
    await new AdmissionChain([plugin]).admit(asked(), context)
    expect(runs).toBe(times)
  })

  it('is counted by step, plugin, operation and result', async () => {
    const registry = new MetricsRegistry()
    const plugin = { handles: () => true, admit: pass, validate: refuse }
    const chain = new AdmissionChain([{ name: 'Own', plugin }], admissionMetrics(registry))
    for (let i = 0; i < 2; i++) {
      await chain.admit(asked(), context)
      await chain.validate(asked(), context).catch(() => undefined)
    }
    const counts = (await registry.text()).split('\n').filter((line) => line.includes('_count{'))
    const step = 'apiserver_admission_step_admission_duration_seconds_count'
    const controller = 'apiserver_admission_controller_admission_duration_seconds_count'
    expect(counts.sort()).toEqual([
      `${controller}{name="Own",operation="CREATE",rejected="false",type="admit"} 2`,
      `${controller}{name="Own",operation="CREATE",rejected="true",type="validate"} 2`,
      `${step}{operation="CREATE",rejected="false",type="admit"} 2`,
      `${step}{operation="CREATE",rejected="true",type="validate"} 2`,
    ])
  })
})
