import type { FlagGroup } from '../flag.js'

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
