/** Reports whether text is a host and a port with a colon between, an IPv6 address in brackets, as `net.SplitHostPort`. */
export function isHostPort(text: string): boolean {
  const colon = text.lastIndexOf(':')
  if (colon < 0) return false
  if (!text.startsWith('[')) return !text.slice(0, colon).includes(':') && !/[[\]]/.test(text)
  const end = text.indexOf(']')
  return end >= 0 && end + 1 === colon && !text.slice(1).includes('[') && !text.slice(end + 1).includes(']')
}
