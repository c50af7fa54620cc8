import type { FlagGroup } from '../flag.js'

/** How the server is reached over TLS. */
export const secureServingFlags: FlagGroup = {
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
}
