import { type CustomResourceDefinition, KubeAPIApprovedAnnotation } from 'apimachinery/api/apiextensions/v1'
import { getAnnotations } from 'apimachinery/runtime'
import type { DefinitionCondition } from '../definition-conditions.js'
import type { ConditionRule } from './condition-controller.js'

const proposal = 'https://github.com/kubernetes/enhancements/pull/1111'

/**
 * Groups of the community need an approval, which an annotation names.
 *
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/apiapproval and `GetAPIApprovalState` of pkg/apihelpers.
 */
export const apiApprovalRule: ConditionRule = {
  type: 'KubernetesAPIApprovalPolicyConformant',
  queue: 'kubernetes_api_approval_conformant_condition_controller',
  facts: (definition) => annotationOf(definition),
  condition(definition) {
    return isProtected(definition.spec.group) ? approvalCondition(annotationOf(definition)) : undefined
  },
}

function annotationOf(definition: CustomResourceDefinition): string {
  return getAnnotations(definition)?.[KubeAPIApprovedAnnotation] ?? ''
}

function isProtected(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((owned) => group === owned || group.endsWith(`.${owned}`))
}

function approvalCondition(annotation: string): DefinitionCondition {
  const type = 'KubernetesAPIApprovalPolicyConformant'
  const needed = `protected groups must have approval annotation ${JSON.stringify(KubeAPIApprovedAnnotation)}`
  if (annotation === '') {
    return { type, status: 'False', reason: 'MissingAnnotation', message: `${needed}, see ${proposal}` }
  }
  if (annotation.startsWith('unapproved')) {
    const message = `not approved: ${JSON.stringify(annotation)}`
    return { type, status: 'False', reason: 'UnapprovedAnnotation', message }
  }
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+/i.test(annotation)) {
    return { type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${annotation}` }
  }
  const message = `${needed} with either a URL or a reason starting with "unapproved", see ${proposal}`
  return { type, status: 'False', reason: 'InvalidAnnotation', message }
}
