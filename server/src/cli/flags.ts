import type { FlagGroup } from './flag.js'

/** The flags of the command, in the groups of `--help`. Names and meanings are kube-apiserver's. */
export const flagGroups: readonly FlagGroup[] = [
  {
    title: 'Storage flags',
    flags: [
      { name: 'memory', kind: 'boolean', help: 'Keep objects in memory only: they are gone when the server ends.' },
      {
        name: 'data-dir',
        kind: 'string',
        help: 'Folder of the embedded database and of certificates that the server makes.',
        fallback: './apimachinery-server',
      },
      {
        name: 'etcd-servers',
        kind: 'strings',
        help: 'Endpoints of etcd to keep objects in, such as https://127.0.0.1:2379.',
      },
      { name: 'etcd-cafile', kind: 'string', help: 'PEM file with the authority of the endpoints.' },
      { name: 'etcd-certfile', kind: 'string', help: 'PEM file with the client certificate for etcd.' },
      { name: 'etcd-keyfile', kind: 'string', help: 'PEM file with the private key of --etcd-certfile.' },
    ],
  },
  {
    title: 'Secure serving flags',
    flags: [
      { name: 'bind-address', kind: 'string', help: 'The IP address to listen on.', fallback: '127.0.0.1' },
      {
        name: 'secure-port',
        kind: 'integer',
        help: 'The port to serve HTTPS on; 0 for any free port.',
        fallback: '6443',
      },
      { name: 'cert-dir', kind: 'string', help: 'Folder of the certificates that the server makes for itself.' },
      {
        name: 'tls-cert-file',
        kind: 'string',
        help: 'PEM file with the certificate for HTTPS and what signed it.',
      },
      {
        name: 'tls-private-key-file',
        kind: 'string',
        help: 'PEM file with the private key of --tls-cert-file.',
      },
    ],
  },
  {
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
        name: 'service-account-issuer',
        kind: 'strings',
        help: 'Issuer of the tokens of service accounts.',
        ignored: true,
      },
    ],
  },
  {
    title: 'Authorization flags',
    flags: [
      {
        name: 'authorization-mode',
        kind: 'strings',
        help: 'Who says what is allowed, in order: AlwaysAllow, AlwaysDeny, RBAC.',
        fallback: 'AlwaysAllow',
      },
    ],
  },
  {
    title: 'Admission flags',
    flags: [
      { name: 'enable-admission-plugins', kind: 'strings', help: 'Admission plugins to use beside the default ones.' },
      { name: 'disable-admission-plugins', kind: 'strings', help: 'Default admission plugins not to use.' },
    ],
  },
  {
    title: 'Kubernetes flags',
    flags: [
      {
        name: 'service-cluster-ip-range',
        kind: 'strings',
        help: 'CIDRs that cluster IPs are taken from.',
        ignored: true,
        fallback: '10.0.0.0/24',
      },
      {
        name: 'advertise-address',
        kind: 'string',
        help: 'The IP address under which members of the cluster reach the server.',
        ignored: true,
      },
      {
        name: 'allow-privileged',
        kind: 'boolean',
        help: 'Let containers ask for privileged mode.',
        ignored: true,
        fallback: 'true',
      },
      {
        name: 'feature-gates',
        kind: 'map',
        help: 'Features to turn on or off, Gate=true or Gate=false. CBORServingAndStorage serves CBOR.',
      },
      {
        name: 'runtime-config',
        kind: 'map',
        help: 'Turns group versions on and off, such as api/beta=true or apps/v1=false.',
        ignored: true,
      },
    ],
  },
  {
    title: 'Misc flags',
    flags: [
      { name: 'help', kind: 'boolean', help: 'Show this help.' },
      { name: 'version', kind: 'boolean', help: 'Show the version.' },
    ],
  },
]
