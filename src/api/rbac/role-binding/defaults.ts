import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const group = 'rbac.authorization.k8s.io'

/** Registers the defaults of RoleBinding and ClusterRoleBinding. */
export function addRoleBindingDefaults(scheme: DefaultsRegistrar): void {
  const types = [v1.RoleBinding, v1beta1.RoleBinding, v1.ClusterRoleBinding, v1beta1.ClusterRoleBinding]
  withFields<Binding>(scheme, types, (binding) => defaultBinding(binding, defaultSubject))
  const oldTypes = [v1alpha1.RoleBinding, v1alpha1.ClusterRoleBinding]
  withFields<Binding>(scheme, oldTypes, (binding) => defaultBinding(binding, defaultOldSubject))
}

interface Subject {
  kind: string
  apiGroup?: string | undefined
  apiVersion?: string | undefined
}

interface Binding extends KubernetesObject {
  roleRef?: { apiGroup: string; kind: string; name: string }
  subjects?: Subject[] | undefined
}

function defaultBinding(binding: Binding, fillSubject: (subject: Subject) => void): void {
  binding.roleRef ??= { apiGroup: '', kind: '', name: '' }
  binding.roleRef.apiGroup ||= group
  itemsOf(binding.subjects).forEach(fillSubject)
}

function defaultSubject(subject: Subject): void {
  if (isUserOrGroup(subject)) subject.apiGroup ||= group
}

function defaultOldSubject(subject: Subject): void {
  if (isUserOrGroup(subject)) subject.apiVersion ||= `${group}/v1alpha1`
  else if (subject.kind === 'ServiceAccount') subject.apiVersion ||= 'v1'
}

function isUserOrGroup({ kind }: Subject): boolean {
  return kind === 'User' || kind === 'Group'
}
