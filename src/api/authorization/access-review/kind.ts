import type { KindDeclaration } from '../../kind-declaration.js'

export const subjectAccessReview: KindDeclaration = {
  kind: 'SubjectAccessReview',
}

export const selfSubjectAccessReview: KindDeclaration = {
  kind: 'SelfSubjectAccessReview',
}

export const localSubjectAccessReview: KindDeclaration = {
  kind: 'LocalSubjectAccessReview',
}

export const selfSubjectRulesReview: KindDeclaration = {
  kind: 'SelfSubjectRulesReview',
}
