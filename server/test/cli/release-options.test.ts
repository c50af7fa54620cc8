import { FeatureGates } from 'apimachinery/api/releases'
import { describe, expect, it } from 'vitest'
import { flagGroups } from '../../src/cli/flags.js'
import { alphaGatesOn, featureGatesOf } from '../../src/cli/options/feature-gates.js'
import { releaseOptions, releaseProblems } from '../../src/cli/options/release-options.js'
import { validateFlags } from '../../src/cli/validation/validate-flags.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'

const flags = (...args: string[]): FlagValues => new FlagValues(flagGroups, parseFlags(flagGroups, args))

const releaseBy = (...args: string[]): string => {
  const { release, minCompatibility } = releaseOptions(flags(...args))
  return `${release.name} ${minCompatibility}`
}

const gatesBy = (...args: string[]) => featureGatesOf(flags(...args), releaseOptions(flags(...args)))

describe('the release of a command line', () => {
  it.each([
    [[], '1.37 36'],
    [['--emulated-version=1.36'], '1.36 35'],
    [['--emulated-version=kube=v1.35.0'], '1.35 34'],
    [['--emulated-version=1.36', '--min-compatibility-version=1.34'], '1.36 34'],
    [['--min-compatibility-version=kube=1.37'], '1.37 37'],
  ])('%j is %s', (args, expected) => {
    expect(releaseBy(...args)).toBe(expected)
  })

  // Words of kube-apiserver 1.35.4, with the releases that are known here.
  it.each([
    [
      ['--emulated-version=1.30'],
      [
        'emulation version 1.30 is not between [1.35, 1.37.0]',
        'minCompatibilityVersion version 1.34 is not between [1.34, 1.30]',
      ],
    ],
    [['--emulated-version=1.40'], ['emulation version 1.40 is not between [1.35, 1.37.0]']],
    [['--min-compatibility-version=1.20'], ['minCompatibilityVersion version 1.20 is not between [1.34, 1.37]']],
    [
      ['--emulated-version=1.35', '--min-compatibility-version=1.36'],
      ['minCompatibilityVersion version 1.36 is not between [1.34, 1.35]'],
    ],
  ])('%j is out of range', (args, problems) => {
    expect(releaseProblems(flags(...args))).toEqual(problems)
    expect(() => validateFlags(flags(...args))).toThrow(problems.join(', '))
  })

  it.each([
    ['1.36.1', 'patch version not allowed, got: kube=1.36.1'],
    ['x', 'could not parse "x" as version'],
    ['1', 'illegal version string "1"'],
    ['foo=1.36', 'component not registered: foo'],
    ['1.36,1.35', 'duplicate version flag, kube=1.36 and kube=1.35'],
  ])('%s is refused', (text, message) => {
    expect(() => releaseBy(`--emulated-version=${text}`)).toThrow(message)
    expect(() => releaseBy(`--min-compatibility-version=${text}`)).toThrow(message)
  })

  it('may be older with the flags of emulation alone', () => {
    const args = ['--emulation-forward-compatible', '--runtime-config-emulation-forward-compatible']
    expect(() => validateFlags(flags(...args))).toThrow('cannot be set to true if the emulation version is the same')
    expect(() => validateFlags(flags(...args, '--emulated-version=1.36'))).not.toThrow()
  })
})

describe('feature gates of a command line', () => {
  it('are read as Go reads them', () => {
    expect(gatesBy('--feature-gates=KMSv1=T, WatchList=0', '--feature-gates=OpenAPIEnums=False')).toEqual({
      KMSv1: true,
      WatchList: false,
      OpenAPIEnums: false,
    })
    expect(gatesBy('--feature-gates=kube:KMSv1=true,kube:WatchList=false')).toEqual({ KMSv1: true, WatchList: false })
    expect(gatesBy('--emulated-version=1.35', '--feature-gates=SidecarContainers=true')).toEqual({
      SidecarContainers: true,
    })
  })

  it.each([
    ['Foo=true', 'unrecognized feature gate: Foo'],
    ['kube:Foo=true', 'unrecognized feature gate: Foo'],
    ['bar:Foo=true', 'component not registered: bar'],
    ['KMSv1', 'missing bool value for KMSv1'],
    ['KMSv1=maybe', 'invalid value of KMSv1=maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
    [
      'CustomResourceFieldSelectors=false',
      'cannot set feature gate CustomResourceFieldSelectors to false, feature is locked to true',
    ],
    ['KMSv1=true,kube:WatchList=true', 'do not mix use'],
  ])('%s is refused', (text, message) => {
    expect(() => gatesBy(`--feature-gates=${text}`)).toThrow(message)
  })

  it('tell of alpha features', () => {
    const gates = new FeatureGates({ set: { CSIVolumeHealth: true, OpenAPIEnums: false } })
    expect(alphaGatesOn(gates)).toEqual(['CSIVolumeHealth'])
  })
})
