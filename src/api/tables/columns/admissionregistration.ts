import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `admissionregistration.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const admissionregistrationColumns: TableColumns = {
  MutatingAdmissionPolicy: [
    nameColumn,
    column('Mutations', 'integer', 'Mutation indicates the number of mutations rules defined in this configuration'),
    column('ParamKind', 'string', 'ParamKind specifies the kind of resources used to parameterize this policy'),
    ageColumn,
  ],
  MutatingAdmissionPolicyBinding: [
    nameColumn,
    column('PolicyName', 'string', 'PolicyName indicates the policy definition which the policy binding binded to'),
    column('ParamRef', 'string', 'ParamRef indicates the param resource which sets the configuration param'),
    ageColumn,
  ],
  MutatingWebhookConfiguration: [
    nameColumn,
    column('Webhooks', 'integer', 'Webhooks indicates the number of webhooks registered in this configuration'),
    ageColumn,
  ],
  ValidatingAdmissionPolicy: [
    nameColumn,
    column(
      'Validations',
      'integer',
      'Validations indicates the number of validation rules defined in this configuration',
    ),
    column('ParamKind', 'string', 'ParamKind specifies the kind of resources used to parameterize this policy'),
    ageColumn,
  ],
  ValidatingAdmissionPolicyBinding: [
    nameColumn,
    column('PolicyName', 'string', 'PolicyName indicates the policy definition which the policy binding binded to'),
    column('ParamRef', 'string', 'ParamRef indicates the param resource which sets the configuration param'),
    ageColumn,
  ],
  ValidatingWebhookConfiguration: [
    nameColumn,
    column('Webhooks', 'integer', 'Webhooks indicates the number of webhooks registered in this configuration'),
    ageColumn,
  ],
}
