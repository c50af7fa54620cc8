import type { FlagGroup } from '../flag.js'
import { requestHeaderFlags } from './request-header-flags.js'

/** How the server finds out who makes a request. */
export const authenticationFlags: FlagGroup = {
  title: 'Authentication flags',
  flags: [
    {
      name: 'anonymous-auth',
      kind: 'boolean',
      help: 'Take requests without credentials as those of system:anonymous.',
      fallback: 'true',
    },
    {
      name: 'client-ca-file',
      kind: 'string',
      help: 'PEM file with authorities: whoever shows a certificate of theirs is its common name.',
    },
    { name: 'token-auth-file', kind: 'string', help: 'CSV file of tokens, user names, uids and groups.' },
    {
      name: 'authentication-config',
      kind: 'string',
      help: 'File with an AuthenticationConfiguration: issuers of tokens, and who is anonymous where.',
    },
    {
      name: 'authentication-token-webhook-config-file',
      kind: 'string',
      help: 'kubeconfig of the server that is asked whose a token is.',
    },
    {
      name: 'authentication-token-webhook-cache-ttl',
      kind: 'duration',
      help: 'How long its answers are remembered.',
      fallback: '2m0s',
    },
    {
      name: 'authentication-token-webhook-version',
      kind: 'string',
      help: 'Version of TokenReview that it is sent: v1beta1 or v1.',
      fallback: 'v1beta1',
    },
    {
      name: 'enable-bootstrap-token-auth',
      kind: 'boolean',
      help: "Take secrets of type 'bootstrap.kubernetes.io/token' in kube-system as tokens of new nodes.",
      fallback: 'false',
    },
    {
      name: 'oidc-issuer-url',
      kind: 'string',
      help: 'Issuer of OpenID Connect whose ID tokens are taken; https only.',
    },
    { name: 'oidc-client-id', kind: 'string', help: 'Audience of its tokens.' },
    { name: 'oidc-ca-file', kind: 'string', help: 'PEM file with the authority of its certificate.' },
    { name: 'oidc-username-claim', kind: 'string', help: 'Claim with the name of the user.', fallback: 'sub' },
    {
      name: 'oidc-username-prefix',
      kind: 'string',
      help: "Put before the name; '-' for nothing. Claims other than email get the issuer and '#' where absent.",
    },
    { name: 'oidc-groups-claim', kind: 'string', help: 'Claim with the groups of the user.' },
    { name: 'oidc-groups-prefix', kind: 'string', help: 'Put before each group.' },
    {
      name: 'oidc-signing-algs',
      kind: 'strings',
      help: 'Algorithms that its tokens may be signed with.',
      fallback: 'RS256',
    },
    { name: 'oidc-required-claim', kind: 'map', help: 'Claims that its tokens must have, with their values.' },
    ...requestHeaderFlags,
    {
      name: 'api-audiences',
      kind: 'strings',
      help: 'Audiences of tokens for this server; the issuers of tokens of service accounts where absent.',
    },
    {
      name: 'service-account-issuer',
      kind: 'strings',
      help: 'Issuers of tokens of service accounts: the first one signs, all are accepted.',
      fallback: 'https://kubernetes.default.svc.cluster.local',
    },
    {
      name: 'service-account-signing-key-file',
      kind: 'string',
      help: 'PEM file with the private key that signs tokens; one in --cert-dir where absent.',
    },
    {
      name: 'service-account-key-file',
      kind: 'strings',
      help: 'PEM files with keys that verify tokens; the public half of the signing key where absent.',
    },
    {
      name: 'service-account-lookup',
      kind: 'boolean',
      help: 'Tokens end with the service account, pod, secret or node that they are bound to.',
      fallback: 'true',
    },
    {
      name: 'service-account-max-token-expiration',
      kind: 'duration',
      help: 'The longest life of a token.',
    },
    {
      name: 'service-account-extend-token-expiration',
      kind: 'boolean',
      help: 'Let tokens of pods live for a year, and note when a client did not read a new one in time.',
      fallback: 'true',
    },
    {
      name: 'service-account-jwks-uri',
      kind: 'string',
      help: 'Where others find the keys of tokens, if not at this server.',
    },
  ],
}
