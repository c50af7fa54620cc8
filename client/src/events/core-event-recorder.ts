import type { KubernetesObject } from 'apimachinery/runtime'

/** Records core/v1 events. It never fails, and does not block. Source: `EventRecorder` of client-go/tools/record. */
export interface CoreEventRecorder {
  /** Records that something happened to an object. Objects that do not declare their kind are passed over. */
  event(object: KubernetesObject, type: 'Normal' | 'Warning', reason: string, message: string): void
}
