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
    {
      name: 'tls-sni-cert-key',
      kind: 'texts',
      help: 'Certificate and key for clients that ask for other names: cert.pem,key.pem:name,*.name; may be given more than once.',
    },
    {
      name: 'tls-min-version',
      kind: 'string',
      help: 'Oldest version of TLS: VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13.',
      fallback: 'VersionTLS12',
    },
    { name: 'tls-cipher-suites', kind: 'strings', help: "Suites by Go's names; those of Node where absent." },
    {
      name: 'tls-curve-preferences',
      kind: 'strings',
      help: "Numbers of curves that keys are exchanged with, as in Go's crypto/tls: 23, 24, 25 (P-256, P-384, P-521), 29 (X25519), 4588 (X25519MLKEM768).",
    },
    {
      name: 'permit-port-sharing',
      kind: 'boolean',
      help: 'Let several processes listen on the port (SO_REUSEPORT), from Node 23.1 on.',
      fallback: 'false',
    },
    {
      name: 'disable-http2-serving',
      kind: 'boolean',
      help: 'Serve HTTP/1.1 alone.',
      fallback: 'false',
    },
    {
      name: 'insecure-port',
      kind: 'integer',
      help: 'Port of the loopback address that is served without TLS; 0 for none.',
      fallback: '0',
    },
    {
      name: 'http2-max-streams-per-connection',
      kind: 'integer',
      help: 'Requests at once over one connection of HTTP/2.',
      fallback: '250',
    },
  ],
}
