import type { Flag, FlagGroup } from '../../src/flags/flag.js'

const cell = (text: string): string => text.replaceAll('|', '\\|')

function row({ name, kind, help, fallback = '' }: Flag): string {
  return `| \`--${name}\` | ${kind} | ${fallback === '' ? '' : `\`${cell(fallback)}\``} | ${cell(help)} |`
}

/** `docs/flags.md`: tables of the flags that do something, by group, and the others with the reason why not. */
export function flagPage(groups: readonly FlagGroup[]): string {
  const sections = groups.flatMap(({ title, flags }) => {
    const working = flags.filter(({ ignored }) => ignored !== true)
    if (working.length === 0) return []
    return [`## ${title}\n\n| flag | takes | default | |\n| --- | --- | --- | --- |\n${working.map(row).join('\n')}\n`]
  })
  const ignored = groups.flatMap(({ flags }) => flags.filter((flag) => flag.ignored === true))
  const reasons = ignored
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, help }) => `| \`--${name}\` | ${cell(help)} |`)
  return [
    '# Flags of `apimachinery-server`\n',
    'They have the names and forms of kube-apiserver. `npm run flags -w server` writes this page.\n',
    ...sections,
    `## Accepted, without effect\n\nThe command warns of them.\n\n| flag | why |\n| --- | --- |\n${reasons.join('\n')}\n`,
  ].join('\n')
}
