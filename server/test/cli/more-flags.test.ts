import { newestRelease } from 'apimachinery/api/releases'
import { expect, it } from 'vitest'
import { flagGroups } from '../../src/cli/flags.js'
import { admissionOptions } from '../../src/cli/options/admission-options.js'
import { parseFlags } from '../../src/flags/flag.js'
import { defaultPluginNames } from '../../src/kubernetes/admission-plugins.js'
import { tlsCurves } from '../../src/serving/tls-settings.js'

// Facts of TestTLSCurvePreferences of k8s.io/component-base/cli/flag.
it.each([
  [['23', '29'], 'P-256:X25519'],
  [['4588'], 'X25519MLKEM768'],
])('curves %j', (numbers, names) => {
  expect(tlsCurves(numbers)).toBe(names)
})

it.each([
  [['0'], 'curve preference 0 is out of range (must be 1-65535)'],
  [['65536'], 'out of range'],
  [['29', '29'], 'duplicate curve preference 29'],
  [['9999'], 'curve preference 9999 is not supported by the current Go version'],
])('curves %j are refused', (numbers, message) => {
  expect(() => tlsCurves(numbers)).toThrow(message)
})

const plugins = async (...args: string[]) => (await admissionOptions(parseFlags(flagGroups, args))).admissionPlugins

it('--admission-control has its plugins and no others', async () => {
  const choice = await plugins('--admission-control=NamespaceLifecycle,AlwaysPullImages')
  expect(choice?.enable).toEqual(['NamespaceLifecycle', 'AlwaysPullImages'])
  expect(choice?.disable).toEqual(defaultPluginNames(newestRelease).filter((name) => name !== 'NamespaceLifecycle'))
  await expect(plugins('--admission-control=AlwaysDeny', '--enable-admission-plugins=AlwaysDeny')).rejects.toThrow(
    'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
  )
})
