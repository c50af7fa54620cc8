import { describe } from 'vitest'
import { updateTableOf } from './row-tables.js'

const metadata = { name: 'x', namespace: 't' }
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } }
const job = (spec: object = {}, status: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: { ...jobSpec, ...spec },
  status,
})
const yes = (type: string) => ({ type, status: 'True' })
const startTime = '2024-01-02T03:00:00Z'
const failed = { startTime, conditions: [yes('FailureTarget'), yes('Failed')] }

// Each row puts one value into the stored object; its errors are those of pkg/apis/batch/validation.
describe('the status of a job', () => {
  updateTableOf({ old: job(), subresource: 'status' }, [
    ['status', { active: 1, ready: 1 }, []],
    ['status', { active: 1, ready: 2 }, ['status.ready: Invalid value: 2: cannot set more ready pods than active']],
    ['status', { ready: 1 }, ['status.ready: Invalid value: 1: cannot set more ready pods than active']],
    ['status', { terminating: 1 }, []],
    ['status', failed, []],
    ['status', { ...failed, terminating: 0 }, []],
    [
      'status',
      { ...failed, terminating: 1 },
      ['status.terminating: Invalid value: 1: terminating>0 is invalid for finished job'],
    ],
    [
      'status',
      { startTime, conditions: [yes('SuccessCriteriaMet'), yes('FailureTarget'), yes('Failed')] },
      [
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions',
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
      ],
    ],
    [
      'status',
      { startTime, conditions: [yes('SuccessCriteriaMet'), yes('FailureTarget')] },
      ['status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'],
    ],
  ])
})

describe('the size of a job', () => {
  const own = {
    manualSelector: true,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, ...jobSpec.template },
  }
  const indexed = { ...own, completionMode: 'Indexed', completions: 2, parallelism: 2 }
  describe('that is indexed', () => {
    const tandem = (value: number) => [
      `spec.completions: Invalid value: ${value}: can only be modified in tandem with spec.parallelism`,
    ]
    updateTableOf({ old: job(indexed) }, [
      ['spec.parallelism', 1, []],
      ['spec', { ...indexed, completions: 3, parallelism: 3 }, []],
      ['spec.completions', 3, tandem(3)],
      ['spec', { ...indexed, completions: 1, parallelism: 3 }, tandem(1)],
      [
        'spec',
        { ...indexed, completionMode: 'NonIndexed' },
        ['spec.completionMode: Invalid value: "NonIndexed": field is immutable'],
      ],
      ['spec.completions', null, Array(2).fill('spec.completions: Required value: when completion mode is Indexed')],
    ])
  })

  describe('that is not indexed', () => {
    updateTableOf({ old: job({ ...own, completions: 2, parallelism: 2 }) }, [
      ['spec.parallelism', 5, []],
      ['spec', { ...own, completions: 3, parallelism: 3 }, ['spec.completions: Invalid value: 3: field is immutable']],
      ['spec.completions', null, ['spec.completions: Invalid value: null: field is immutable']],
    ])
  })
})
