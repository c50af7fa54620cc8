import type { KindDeclaration } from '../../kind-declaration.js'

export const subjectAccessReview: KindDeclaration = {
  kind: 'SubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SubjectAccessReview'] },
}

export const selfSubjectAccessReview: KindDeclaration = {
  kind: 'SelfSubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SelfSubjectAccessReview'] },
}

export const localSubjectAccessReview: KindDeclaration = {
  kind: 'LocalSubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 LocalSubjectAccessReview'] },
}

export const selfSubjectRulesReview: KindDeclaration = {
  kind: 'SelfSubjectRulesReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SelfSubjectRulesReview'] },
}
