import { expect, test } from 'vitest'
import { compileDeviceSelector } from '../../../src/openapi/cel/device-selector.js'

const domain = '["dra.example.com"]'
const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
const nested = ['x', 'y', 'z', 'z2', 'z3', 'z4', 'z5'].reduceRight(
  (inner, name) => `${ten}.all(${name}, ${inner})`,
  "int('1'.find('[0-9]*')) < 100",
)

// Worst cases as compile_test.go of k8s.io/dynamic-resource-allocation 0.36 has them.
test.each([
  ['device.attributes["no-such-domain"].noSuchAttr.isGreaterThan(quantity("0"))', 6],
  ['"no-such-domain" in device.attributes', 3],
  ['device.driver == ""', 2],
  ['device.driver == "dra.example.com"', 4],
  [`device.attributes${domain}.name`, 4],
  [`device.attributes${domain}["name"]`, 4],
  [`cel.bind(dra, device.attributes${domain}, dra.name)`, 15],
  [`device.attributes${domain}.name > 0`, 5],
  [`device.attributes${domain}.name == "fish"`, 5],
  [`device.attributes${domain}.name.isGreaterThan(semver("0.0.1"))`, 6],
  [`device.attributes${domain}.name.isGreaterThan(semver("v0.0.1", true)) && isSemver("v1.0.0", true)`, 7],
  [`device.capacity${domain}.name.isGreaterThan(quantity("1Ki"))`, 6],
  [`"name" in device.capacity${domain} && device.capacity${domain}.name.isGreaterThan(quantity("1Ki"))`, 10],
  [`!("name" in device.capacity${domain}) || device.capacity${domain}.name.isGreaterThan(quantity("1Ki"))`, 11],
  [['a', 'b', 'c'].map((name) => `device.attributes${domain}.${name}`).join(' && '), 12],
  ['device.attributes.exists_one(x, x == "dra.example.com")', 164],
  [`device.attributes${domain}.exists_one(x, x == "services")`, 133],
  [`device.attributes${domain}.services.split("example").size() >= 2`, 19],
  [`device.attributes${domain}.services.matches("[^a]?sym")`, 18],
  ['device.capacity.exists_one(x, x == "dra.example.com")', 164],
  [`device.capacity${domain}.exists_one(x, x == "memory")`, 133],
  [nested, 85_555_551],
  ['device.allowMultipleAllocations == true', 3],
])('%s costs %d at most', (expression, maxCost) => {
  expect(compileDeviceSelector(expression)).toEqual({ maxCost })
})

test.each([
  ['?!', "compilation failed: ERROR: <input>:1:1: Syntax error: extraneous input '?'"],
  ['cel.bind(1, 2, true)', 'cel.bind() variable names must be simple identifiers'],
  ['1', 'must evaluate to bool or the unknown type, not int'],
])('%s selects nothing', (expression, problem) => {
  expect(compileDeviceSelector(expression).problem).toContain(problem)
})
