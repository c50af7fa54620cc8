import type { Scheme } from 'apimachinery/runtime'
import { addToScheme as addTypes } from './generated/add-to-scheme.gen.js'
import type { Schedule } from './generated/v1/types.gen.js'
import { addConversionsToScheme } from './generated/v1beta1/conversions.gen.js'

const fields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const

/** Adds both versions of CronTab and their conversions. */
export function addToScheme(scheme: Scheme): void {
  addTypes(scheme)
  addConversionsToScheme(scheme, {
    cronTabSpecToV1: (from, to) => {
      to.schedule = parse(from.cronSpec)
    },
    cronTabSpecToV1beta1: (from, to) => {
      to.cronSpec = fields.map((field) => from.schedule[field] ?? '*').join(' ')
    },
  })
}

function parse(cronSpec: string): Schedule {
  const parts = cronSpec.trim().split(/\s+/)
  if (parts.length !== fields.length) {
    throw new Error(`spec.cronSpec: Invalid value: ${JSON.stringify(cronSpec)}: five fields are needed`)
  }
  const schedule: Schedule = {}
  for (const [index, field] of fields.entries()) if (parts[index] !== '*') schedule[field] = parts[index]
  return schedule
}
