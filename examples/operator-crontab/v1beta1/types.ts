// Version v1beta1 of the group batch.example.com: the schedule is a line of cron.
//
// +groupName=batch.example.com
// +k8s:conversion-gen=../v1

import type { int32, Time } from 'apimachinery/codegen/tags'
import type { Condition, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// CronTab makes a Job each time its schedule says so.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:deprecatedversion
// +kubebuilder:resource:path=crontabs,singular=crontab,shortName=ct
export interface CronTab extends TypeMeta {
  // +optional
  metadata?: ObjectMeta
  spec: CronTabSpec
  // +optional
  status?: CronTabStatus
}

// CronTabSpec is what is to run, and when.
export interface CronTabSpec {
  // Five fields: `0 3 * * 1`.
  //
  // +kubebuilder:validation:Pattern=`^(\S+\s+){4}\S+$`
  cronSpec: string
  // +kubebuilder:validation:MinLength=1
  image: string
  // +optional
  command?: string[]
  // Makes no more jobs as long as it is true.
  //
  // +optional
  suspend?: boolean
}

// CronTabStatus is what came of it.
export interface CronTabStatus {
  // Jobs that run.
  //
  // +optional
  active?: int32
  // The time for which a job was made last.
  //
  // +optional
  lastScheduleTime?: Time
  // +optional
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
}
