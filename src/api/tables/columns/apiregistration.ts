import { ageColumn, column, nameColumn, type TableColumns } from '../column.js'

/** Columns of the kinds of `apiregistration.k8s.io`. Source: answers of kube-apiserver 1.36. */
export const apiregistrationColumns: TableColumns = {
  APIService: [
    nameColumn,
    column('Service', 'string', 'The reference to the service that hosts this API endpoint.'),
    column('Available', 'string', 'Whether this service is available.'),
    ageColumn,
  ],
}
