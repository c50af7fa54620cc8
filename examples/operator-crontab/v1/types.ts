// Version v1 of the group batch.example.com: the schedule has fields.
//
// +groupName=batch.example.com

import type { int32, Time } from 'apimachinery/codegen/tags'
import type { Condition, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// CronTab makes a Job each time its schedule says so.
//
// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=crontabs,singular=crontab,shortName=ct
// +kubebuilder:printcolumn:name="Active",type=integer,JSONPath=`.status.active`
// +kubebuilder:printcolumn:name="Last",type=date,JSONPath=`.status.lastScheduleTime`
export interface CronTab extends TypeMeta {
  // +optional
  metadata?: ObjectMeta
  spec: CronTabSpec
  // +optional
  status?: CronTabStatus
}

// CronTabSpec is what is to run, and when.
export interface CronTabSpec {
  schedule: Schedule
  // +kubebuilder:validation:MinLength=1
  image: string
  // +optional
  command?: string[]
  // Makes no more jobs as long as it is true.
  //
  // +optional
  suspend?: boolean
}

// Schedule has a field for each part of a line of cron; what is left out is every one. Times are UTC.
export interface Schedule {
  // +optional
  minute?: string
  // +optional
  hour?: string
  // +optional
  dayOfMonth?: string
  // +optional
  month?: string
  // +optional
  dayOfWeek?: string
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
