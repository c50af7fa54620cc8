import type { FlowSchema } from 'apimachinery/api/flowcontrol/v1'

type Condition = NonNullable<NonNullable<FlowSchema['status']>['conditions']>[number]

/** The condition of a schema whose level is there, or is not. Source: `presyncFlowSchemaStatus` of apf_controller.go. */
export function danglingCondition(level: string, isThere: boolean, now: Date): Condition {
  const start = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`
  return {
    type: 'Dangling',
    status: isThere ? 'False' : 'True',
    lastTransitionTime: `${now.toISOString().slice(0, 19)}Z`,
    reason: isThere ? 'Found' : 'NotFound',
    message: isThere ? `${start} and it exists` : `${start} but there is no such object`,
  }
}

/** Reports whether a schema says so already, since whenever. */
export function hasCondition(schema: FlowSchema, { type, status, reason, message }: Condition): boolean {
  const found = schema.status?.conditions?.find((condition) => condition.type === type)
  return found?.status === status && found?.reason === reason && found?.message === message
}
