import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const group = 'rbac.authorization.k8s.io'

/** Registers the conversions of RoleBinding. */
export function addRoleBindingConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.RoleBinding, v1beta1.RoleBinding)
  addSameKinds(scheme, v1.ClusterRoleBinding, v1beta1.ClusterRoleBinding)
  scheme.addConversion(v1alpha1.RoleBinding, v1.RoleBinding, (from) =>
    recastWith(from, v1.RoleBinding, { subjects: from.subjects?.map(newSubject) }),
  )
  scheme.addConversion(v1.RoleBinding, v1alpha1.RoleBinding, (from) =>
    recastWith(from, v1alpha1.RoleBinding, { subjects: from.subjects?.map(oldSubject) }),
  )
  scheme.addConversion(v1alpha1.ClusterRoleBinding, v1.ClusterRoleBinding, (from) =>
    recastWith(from, v1.ClusterRoleBinding, { subjects: from.subjects?.map(newSubject) }),
  )
  scheme.addConversion(v1.ClusterRoleBinding, v1alpha1.ClusterRoleBinding, (from) =>
    recastWith(from, v1alpha1.ClusterRoleBinding, { subjects: from.subjects?.map(oldSubject) }),
  )
}

/** The user `*` of v1alpha1 is the group of all authenticated users. */
function newSubject({ apiVersion, ...subject }: v1alpha1.Subject): v1.Subject {
  const apiGroup = groupOf(subject.kind, apiVersion ?? '')
  if (subject.kind === 'User' && subject.name === '*') {
    return { ...subject, kind: 'Group', name: 'system:authenticated', apiGroup }
  }
  return { ...subject, ...(apiGroup !== '' && { apiGroup }) }
}

function groupOf(kind: string, apiVersion: string): string {
  if (kind === 'ServiceAccount') return ''
  if (kind === 'User' || kind === 'Group') return group
  const parts = apiVersion.split('/')
  return parts.length === 2 ? parts[0]! : ''
}

function oldSubject({ apiGroup = '', ...subject }: v1.Subject): v1alpha1.Subject {
  const apiVersion = versionOf(subject.kind, apiGroup ?? '')
  return { ...subject, ...(apiVersion !== '' && { apiVersion }) }
}

function versionOf(kind: string, apiGroup: string): string {
  if (kind === 'ServiceAccount' && apiGroup === '') return 'v1'
  if ((kind === 'User' || kind === 'Group') && apiGroup === group) return `${group}/v1alpha1`
  // A group without a version.
  return apiGroup === '' ? '' : `${apiGroup}/`
}
