import { expect, test } from 'vitest'
import { featureGateFile } from '../../codegen/back-ends/feature-gates/feature-gates.js'
import type { FeatureGateSpecs } from '../../codegen/front-ends/feature-gates/feature-gate-specs.js'
import { readFeatureGates } from '../../codegen/front-ends/feature-gates/read-feature-gates.js'
import { loadGoGrammar } from '../../codegen/front-ends/go-types/go-grammar.js'

const other = `package other
const (
	// Not all constants have the type.
	Old Feature = "Old"
	Named featuregate.Feature = "AnotherName"
	Needed = "Needed"
)
var unrelated = map[string]string{"Old": "x"}
var gates = map[featuregate.Feature]featuregate.VersionedSpecs{
	Old: {
		// A remark.
		{Version: version.MustParse("1.0"), Default: true, PreRelease: featuregate.GA}, // and another
		{Version: version.MustParse("1.36"), LockToDefault: true, PreRelease: featuregate.Deprecated, Default: false},
	},
	Named: {{Version: version.MajorMinor(1, 36), Default: false, PreRelease: Alpha}},
}`

const main = `package features
func gates() map[featuregate.Feature]featuregate.VersionedSpecs {
	return map[featuregate.Feature]featuregate.VersionedSpecs{
		other.Needed: {
			{Version: version.MustParse("1.37"), PreRelease: featuregate.Beta},
			{Version: version.MustParse("1.37"), Default: true, PreRelease: featuregate.Beta, MinCompatibilityVersion: version.MustParse("1.37")},
		},
	}
}
var needs = map[featuregate.Feature][]featuregate.Feature{
	other.Old: {},
	other.Named: {other.Needed, featuregate.Feature(other.Old)},
}`

const read = async (...texts: string[]): Promise<FeatureGateSpecs> =>
  readFeatureGates(
    texts.map((text, i) => ({ name: `file${i}.go`, text })),
    await loadGoGrammar(),
  )

test('feature gates are read wherever their tables stand', async () => {
  expect(await read(main, other)).toEqual({
    sources: ['file0.go', 'file1.go'],
    gates: {
      AnotherName: [{ since: 36, stage: 'alpha', on: false }],
      Needed: [
        { since: 37, stage: 'beta', on: false },
        { since: 37, stage: 'beta', on: true, minCompatibility: 37 },
      ],
      Old: [
        { since: 0, stage: 'ga', on: true },
        { since: 36, stage: 'deprecated', on: false, locked: true },
      ],
    },
    dependencies: { AnotherName: ['Needed', 'Old'] },
  })
})

test.each([
  ['an unknown name', 'Missing: {}', 'no feature gate Missing'],
  ['an unknown stage', 'Old: {{Version: version.MustParse("1.37"), PreRelease: featuregate.Omega}}', 'no stage'],
  ['a version that is computed', 'Old: {{Version: current, PreRelease: featuregate.GA}}', 'no stage'],
])('%s is refused', async (_, entry, message) => {
  const table = `package p\nvar gates = map[Feature]VersionedSpecs{\n${entry},\n}`
  await expect(read(table, other)).rejects.toThrow(message)
})

test('a gate is written with what changes by release, also before it came and after it is gone', async () => {
  const specs = await read(main, other)
  const { Old, ...later } = specs.gates
  const earlier = {
    ...specs,
    gates: { Old: Old!.slice(0, 1), Gone: [{ since: 35, stage: 'beta', on: true } as const] },
  }
  const { text } = featureGateFile([
    { minor: 35, specs: { ...earlier, dependencies: { Gone: ['Old'] } } },
    { minor: 36, specs: { ...specs, gates: { ...later, Old: Old! }, dependencies: {} } },
    { minor: 37, specs },
  ])
  const rows = text.split('\n').filter((line) => line.startsWith('  '))
  expect(rows).toEqual([
    "  AnotherName: '36 alpha off',",
    "  Gone: '35 beta on, 36 beta on unlisted',",
    "  Needed: '37 beta off, 37 beta on compatible 37',",
    "  Old: '35 ga on, 36 deprecated off locked',",
    "  AnotherName: '37 Needed Old',",
    "  Gone: '35 Old, 36',",
  ])
})
