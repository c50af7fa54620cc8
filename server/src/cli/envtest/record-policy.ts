/** All requests with their bodies, but for what a server asks of itself and for secrets, of which only names are kept. */
export const recordPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  users: ["system:apiserver"]
- level: None
  nonResourceURLs: ["/healthz*", "/readyz*", "/livez*", "/version", "/openapi*", "/api*"]
- level: Metadata
  resources:
  - {group: "", resources: [secrets]}
  - {group: authentication.k8s.io, resources: [tokenreviews]}
  - {group: "", resources: [serviceaccounts/token]}
- level: RequestResponse
`
