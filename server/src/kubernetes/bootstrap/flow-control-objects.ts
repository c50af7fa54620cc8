import type { Client } from '@apimachinery/client'
import { FlowSchema, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { bootstrapFlowSchemas, bootstrapPriorityLevels } from '../../flow-control/bootstrap-flow-control.js'
import { ensureAll } from './ensure.js'

/** Creates the levels and schemas of priority and fairness that are missing. */
export async function ensureFlowControl(client: Client): Promise<void> {
  await ensureAll(client.resource(PriorityLevelConfiguration), bootstrapPriorityLevels())
  await ensureAll(client.resource(FlowSchema), bootstrapFlowSchemas())
}
