import type { FlagGroup } from '../../flags/flag.js'
import { requestHeaderFlags } from '../../flags/request-header-flags.js'

/** How the server finds out who makes a request. */
export const authenticationFlags: FlagGroup = {
  title: 'Authentication flags',
  flags: [
    {
      name: 'anonymous-auth',
      kind: 'boolean',
      help: 'Accept requests without credentials, as user system:anonymous; off by default with --authorization-mode=AlwaysAllow.',
      fallback: 'true',
    },
    {
      name: 'client-ca-file',
      kind: 'string',
      help: 'PEM file with certificate authorities: a client with a certificate of theirs is authenticated as its common name.',
    },
    { name: 'token-auth-file', kind: 'string', help: 'CSV file of tokens, user names, uids and groups.' },
    {
      name: 'authentication-config',
      kind: 'string',
      help: 'File with an AuthenticationConfiguration: token issuers, and conditions of anonymous access.',
    },
    {
      name: 'authentication-token-webhook-config-file',
      kind: 'string',
      help: 'kubeconfig of the token webhook.',
    },
    {
      name: 'authentication-token-webhook-cache-ttl',
      kind: 'duration',
      help: 'How long answers of the token webhook are cached.',
      fallback: '2m0s',
    },
    {
      name: 'authentication-token-webhook-version',
      kind: 'string',
      help: 'TokenReview version for the token webhook: v1beta1 or v1.',
      fallback: 'v1beta1',
    },
    {
      name: 'enable-bootstrap-token-auth',
      kind: 'boolean',
      help: "Accept secrets of type 'bootstrap.kubernetes.io/token' in kube-system as tokens of new nodes.",
      fallback: 'false',
    },
    {
      name: 'oidc-issuer-url',
      kind: 'string',
      help: 'OpenID Connect issuer whose ID tokens are accepted; https only.',
    },
    { name: 'oidc-client-id', kind: 'string', help: 'Audience of its tokens.' },
    { name: 'oidc-ca-file', kind: 'string', help: 'PEM file with the certificate authority of the issuer.' },
    { name: 'oidc-username-claim', kind: 'string', help: 'Claim with the user name.', fallback: 'sub' },
    {
      name: 'oidc-username-prefix',
      kind: 'string',
      help: "Prefix of user names; '-' for none. Default for claims other than email: the issuer and '#'.",
    },
    { name: 'oidc-groups-claim', kind: 'string', help: "Claim with the user's groups." },
    { name: 'oidc-groups-prefix', kind: 'string', help: 'Prefix of groups.' },
    {
      name: 'oidc-signing-algs',
      kind: 'strings',
      help: 'Accepted signing algorithms.',
      fallback: 'RS256',
    },
    { name: 'oidc-required-claim', kind: 'map', help: 'Claims and values that its tokens must have.' },
    ...requestHeaderFlags,
    {
      name: 'api-audiences',
      kind: 'strings',
      help: 'Audiences of tokens for this server; default: the issuers of service account tokens.',
    },
    {
      name: 'service-account-issuer',
      kind: 'strings',
      help: 'Issuers of service account tokens: the first is used in new tokens, all are accepted.',
      fallback: 'https://kubernetes.default.svc.cluster.local',
    },
    {
      name: 'service-account-signing-key-file',
      kind: 'string',
      help: 'PEM file with the private key that signs tokens; default: a key in --cert-dir.',
    },
    {
      name: 'service-account-signing-endpoint',
      kind: 'string',
      help: 'Path of the socket of an external signer of tokens, instead of --service-account-signing-key-file; @name for an abstract socket.',
    },
    {
      name: 'service-account-key-file',
      kind: 'strings',
      help: 'PEM files with keys that verify tokens; default: the public half of the signing key.',
    },
    {
      name: 'service-account-lookup',
      kind: 'boolean',
      help: 'Refuse tokens whose service account, pod, secret or node was deleted.',
      fallback: 'true',
    },
    {
      name: 'service-account-max-token-expiration',
      kind: 'duration',
      help: 'Maximum lifetime of a token.',
    },
    {
      name: 'service-account-extend-token-expiration',
      kind: 'boolean',
      help: 'Extend the lifetime of pod tokens to a year, and record clients that use a token beyond its original lifetime.',
      fallback: 'true',
    },
    {
      name: 'service-account-jwks-uri',
      kind: 'string',
      help: 'URL of the keys that verify tokens, if it is not on this server.',
    },
  ],
}
