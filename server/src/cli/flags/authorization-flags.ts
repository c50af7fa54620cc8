import type { FlagGroup } from '../flag.js'

/** Flags of authorization. */
export const authorizationFlags: FlagGroup = {
  title: 'Authorization flags',
  flags: [
    {
      name: 'authorization-mode',
      kind: 'strings',
      help: 'Who says what is allowed, in order: AlwaysAllow, AlwaysDeny, RBAC, Node, Webhook.',
      fallback: 'AlwaysAllow',
    },
    {
      name: 'authorization-config',
      kind: 'string',
      help: 'File with an AuthorizationConfiguration, in place of the other flags.',
    },
    {
      name: 'authorization-webhook-config-file',
      kind: 'string',
      help: 'kubeconfig of the server that mode Webhook asks.',
    },
    {
      name: 'authorization-webhook-version',
      kind: 'string',
      help: 'Version of SubjectAccessReview that it is sent: v1beta1 or v1.',
      fallback: 'v1beta1',
    },
    {
      name: 'authorization-webhook-cache-authorized-ttl',
      kind: 'duration',
      help: "How long its 'allowed' is remembered.",
      fallback: '5m0s',
    },
    {
      name: 'authorization-webhook-cache-unauthorized-ttl',
      kind: 'duration',
      help: 'How long other answers of it are remembered.',
      fallback: '30s',
    },
  ],
}
