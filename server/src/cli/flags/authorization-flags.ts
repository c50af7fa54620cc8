import type { FlagGroup } from '../../flags/flag.js'

/** Flags of authorization. */
export const authorizationFlags: FlagGroup = {
  title: 'Authorization flags',
  flags: [
    {
      name: 'authorization-mode',
      kind: 'strings',
      help: 'Authorizers, in order: AlwaysAllow, AlwaysDeny, RBAC, Node, ABAC, Webhook.',
      fallback: 'RBAC',
    },
    {
      name: 'authorization-config',
      kind: 'string',
      help: 'File with an AuthorizationConfiguration, instead of the other flags.',
    },
    {
      name: 'authorization-policy-file',
      kind: 'string',
      help: 'File with the policies of the mode ABAC, one JSON object per line.',
    },
    {
      name: 'authorization-webhook-config-file',
      kind: 'string',
      help: 'kubeconfig of the authorization webhook.',
    },
    {
      name: 'authorization-webhook-version',
      kind: 'string',
      help: 'SubjectAccessReview version for the authorization webhook: v1beta1 or v1.',
      fallback: 'v1beta1',
    },
    {
      name: 'authorization-webhook-cache-authorized-ttl',
      kind: 'duration',
      help: "How long its answer 'allowed' is cached.",
      fallback: '5m0s',
    },
    {
      name: 'authorization-webhook-cache-unauthorized-ttl',
      kind: 'duration',
      help: 'How long its other answers are cached.',
      fallback: '30s',
    },
  ],
}
