/** A plugin of Vite that takes the protection of one fault out of its file as it is read. */
export function plant({ file, from, to }) {
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?', 1)[0].endsWith(`/${file}`)) return undefined
      if (code.split(from).length !== 2) throw new Error(`PLANTED ${file} does not have this text once: ${from}`)
      return code.replace(from, () => to)
    },
  }
}
