import type { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'

/** How many write at once. */
export const writers = 4

/** What a writer does in its nth step; `value` is false where it deletes. */
export function step(writer: number, count: number): { key: string; value: boolean } {
  return { key: `/${writer}/${count % 7}`, value: count % 11 !== 10 }
}

/** Does the next steps of a writer, one after the other, until `go` returns false; calls `acknowledged` for each. */
export async function write(
  kv: EmbeddedKV,
  writer: number,
  run: {
    readonly round: string
    readonly go: (count: number) => boolean
    readonly acknowledged: (count: number) => void
  },
): Promise<void> {
  for (let count = 0; run.go(count); count++) {
    const { key, value } = step(writer, count)
    const text = `${run.round}.${count}.${'x'.repeat((count * 997) % 5000)}`
    await kv.txn({
      compare: [],
      success: [value ? { type: 'put', key, value: new TextEncoder().encode(text) } : { type: 'delete', key }],
    })
    run.acknowledged(count)
  }
}

/** Keys of a writer, and the part of each value with its writer and time. */
export type Content = ReadonlyMap<string, string>

export async function contentOf(kv: EmbeddedKV, writer: number): Promise<Content> {
  const { kvs } = await kv.range({ key: `/${writer}/`, prefix: true })
  return new Map(kvs.map(({ key, value }) => [key, new TextDecoder().decode(value).split('.', 2).join('.')]))
}

/** What a writer's keys are after its first steps of a round. */
export function after(before: Content, steps: { writer: number; round: string; count: number }): Content {
  const content = new Map(before)
  for (let count = 0; count < steps.count; count++) {
    const { key, value } = step(steps.writer, count)
    if (value) content.set(key, `${steps.round}.${count}`)
    else content.delete(key)
  }
  return content
}

export const sorted = (content: Content) => [...content].sort(([a], [b]) => (a < b ? -1 : 1))
