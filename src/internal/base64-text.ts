const padding = 0x3d

/** Reports whether `text` is whole quanta of the base64 alphabet with proper padding: nothing that decoders disagree on. */
export function isPlainBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false
  const foreign = text.search(/[^A-Za-z0-9+/]/)
  if (foreign < 0) return true
  return (
    foreign >= text.length - 2 && text.charCodeAt(text.length - 1) === padding && text.charCodeAt(foreign) === padding
  )
}

/** Reports whether `text` is base64 as Go reads it: padded standard base64, carriage returns and line feeds ignored. */
export function isBase64Text(text: string): boolean {
  return isPlainBase64(text) || isPlainBase64(text.replace(/[\r\n]/g, ''))
}
