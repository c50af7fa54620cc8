import type { FlagGroup } from './flag.js'

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
    { name: 'cert-dir', kind: 'string', help: 'Folder for the certificates that the server creates.' },
    {
      name: 'tls-cert-file',
      kind: 'string',
      help: 'PEM file with the certificate for HTTPS, followed by intermediate certificates.',
    },
    { name: 'tls-private-key-file', kind: 'string', help: 'PEM file with the private key of --tls-cert-file.' },
    {
      name: 'tls-sni-cert-key',
      kind: 'texts',
      help: 'Certificate and key for other server names: cert.pem,key.pem:name,*.name; repeatable.',
    },
    {
      name: 'tls-min-version',
      kind: 'string',
      help: 'Minimum TLS version: VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13.',
      fallback: 'VersionTLS12',
    },
    { name: 'tls-cipher-suites', kind: 'strings', help: "Cipher suites, by Go's names; default: those of Node." },
    {
      name: 'tls-curve-preferences',
      kind: 'strings',
      help: "Numbers of curves for key exchange, as in Go's crypto/tls: 23, 24, 25 (P-256, P-384, P-521), 29 (X25519), 4588 (X25519MLKEM768).",
    },
    {
      name: 'permit-port-sharing',
      kind: 'boolean',
      help: 'Let several processes listen on the port (SO_REUSEPORT); needs Node 23.1.',
      fallback: 'false',
    },
    { name: 'disable-http2-serving', kind: 'boolean', help: 'Serve HTTP/1.1 only.', fallback: 'false' },
    {
      name: 'insecure-port',
      kind: 'integer',
      help: 'Port without TLS on the loopback address; 0 for none.',
      fallback: '0',
    },
    {
      name: 'http2-max-streams-per-connection',
      kind: 'integer',
      help: 'Maximum number of concurrent requests per HTTP/2 connection.',
      fallback: '250',
    },
  ],
}
