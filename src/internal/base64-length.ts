/** Number of bytes that a base64 text encodes; line breaks do not count. */
export function base64Length(text: string): number {
  const dense = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text
  const padding = dense.endsWith('==') ? 2 : dense.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((dense.length * 3) / 4) - padding)
}
