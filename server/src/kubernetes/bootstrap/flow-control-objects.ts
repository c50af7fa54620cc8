import type { Client } from '@apimachinery/client'
import { FlowSchema, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { bootstrapFlowSchemas, bootstrapPriorityLevels } from '../flowcontrol/bootstrap-flow-control.js'
import { ensure } from './ensure.js'

/** Creates the levels and schemas of priority and fairness that are missing. */
export async function ensureFlowControl(client: Client): Promise<void> {
  for (const level of bootstrapPriorityLevels()) await ensure(client.resource(PriorityLevelConfiguration), level)
  for (const schema of bootstrapFlowSchemas()) await ensure(client.resource(FlowSchema), schema)
}
