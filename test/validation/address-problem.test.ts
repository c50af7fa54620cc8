import { describe, expect, test } from 'vitest'
import { addressProblem, isAddress, networkProblem } from '../../src/validation/address-problem.js'

/** Addresses and what `netip.ParseAddr` of Go 1.26 says to them; nothing about those that it takes. */
const addresses: readonly [address: string, fault: string][] = [
  ['', 'unable to parse IP'],
  ['x', 'unable to parse IP'],
  ['%a', 'missing IPv6 address'],
  ['1.2.3.4', ''],
  ['0.0.0.0', ''],
  ['255.255.255.255', ''],
  ['1.2.3.256', 'IPv4 field has value >255'],
  ['01.2.3.4', 'IPv4 field has octet with leading zero'],
  ['00.1.1.1', 'IPv4 field has octet with leading zero'],
  ['1.2.3', 'IPv4 address too short'],
  ['1.2.3.4.5', 'IPv4 address too long'],
  ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
  ['.1.2.3', 'IPv4 field must have at least one digit (at ".1.2.3")'],
  ['1.2.3.', 'IPv4 field must have at least one digit (at ".")'],
  ['1.2.3.x', 'unexpected character (at "x")'],
  ['1.2.3.4%a', 'unexpected character (at "%a")'],
  ['1.2.3.4:80', 'unexpected character (at ":80")'],
  ['::', ''],
  ['::%e', ''],
  ['fe80::1%a%b', ''],
  [':%', 'zone must be a non-empty string'],
  ['1::%', 'zone must be a non-empty string'],
  ['1:2:3:4:5:6:7:8', ''],
  ['1:2:3:4:5:6:7:8%e', ''],
  ['1:2:3:4:5:6:7', 'address string too short'],
  ['1:2:3:4:5:6:7%e', 'address string too short'],
  ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
  ['12345::', 'each group must have 4 or less digits (at "12345::")'],
  ['::12345', 'each group must have 4 or less digits (at "12345")'],
  ['1::g', 'each colon-separated field must have at least one digit (at "g")'],
  ['::g', 'each colon-separated field must have at least one digit (at "g")'],
  [':1', 'each colon-separated field must have at least one digit (at ":1")'],
  ['1:::2', 'each colon-separated field must have at least one digit (at ":2")'],
  ['1:', 'colon must be followed by more characters (at ":")'],
  ['1::2::3', 'multiple :: in address (at ":3")'],
  ['::1::', 'multiple :: in address (at ":")'],
  ['1:g', 'each colon-separated field must have at least one digit (at "g")'],
  ['1g:', 'unexpected character, want colon (at "g:")'],
  ['1:2:3:4:5:6:7::', ''],
  ['::1:2:3:4:5:6:7', ''],
  ['1:2:3:4:5:6:7:8::', 'the :: must expand to at least one field of zeros'],
  ['::1:2:3:4:5:6:7:8', 'the :: must expand to at least one field of zeros'],
  ['1::2:3:4:5:6:7:8', 'the :: must expand to at least one field of zeros'],
  ['::1.2.3.4', ''],
  ['::1.2.3.4%eth0', ''],
  ['::1:2:3:4:5:1.2.3.4', ''],
  ['1:2:3:4:5:6:1.2.3.4', ''],
  ['1:2:3:4:5:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
  ['1:2:3:4:5:6:7:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
  ['1::2:3:4:5:6:7:1.2.3.4', 'too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")'],
  ['::1:2:3:4:5:6:1.2.3.4', 'the :: must expand to at least one field of zeros'],
  ['::1.2.3', 'IPv4 address too short'],
  ['::1.2.3.4:5', 'unexpected character (at ":5")'],
]

describe('an address', () => {
  test.each(addresses)('%j is judged as by Go: %s', (address, fault) => {
    expect(isAddress(address)).toBe(fault === '')
    expect(addressProblem(address)).toBe(`ParseAddr(${JSON.stringify(address)}): ${fault}`)
  })
})

/** Texts that `netip.ParsePrefix` of Go 1.26 does not take, and why. */
const networks: readonly [network: string, fault: string][] = [
  ['1.2.3.4', "no '/'"],
  ['/', 'ParseAddr(""): unable to parse IP'],
  ['1.2.3/8', 'ParseAddr("1.2.3"): IPv4 address too short'],
  ['1.2.3.4/8/9', 'ParseAddr("1.2.3.4/8"): unexpected character (at "/8")'],
  ['::1%e/64', 'IPv6 zones cannot be present in a prefix'],
  ['1.2.3.4/', 'bad bits after slash: ""'],
  ['1.2.3.4/00', 'bad bits after slash: "00"'],
  ['1.2.3.4/-1', 'bad bits after slash: "-1"'],
  ['::/1 ', 'bad bits after slash: "1 "'],
  ['::/9223372036854775808', 'bad bits after slash: "9223372036854775808"'],
  ['::/9223372036854775807', 'prefix length out of range'],
  ['1.2.3.4/33', 'prefix length out of range'],
]

describe('a network', () => {
  test.each(networks)('%j is refused as by Go: %s', (network, fault) => {
    expect(networkProblem(network)).toBe(`netip.ParsePrefix(${JSON.stringify(network)}): ${fault}`)
  })
})
