import type { Scenario } from './scenario.js'
import { binary } from './scenarios/binary.js'
import { finalizing, tightening, versions, watching } from './scenarios/changes.js'
import {
  conversions,
  hookAddresses,
  hookConfigurations,
  movedVersions,
  reviewVersions,
  wrongConversions,
} from './scenarios/conversions.js'
import { creation } from './scenarios/creation.js'
import { invalidDefinitions, names } from './scenarios/definitions.js'
import { documents, limits } from './scenarios/documents.js'
import { invalidRules, invalidSchemas } from './scenarios/invalid-schemas.js'
import { collections, managers, pages, unknownFields } from './scenarios/options.js'
import { discovery, reading } from './scenarios/reading.js'
import { defaults, ratcheting, rules } from './scenarios/rules.js'
import { scales, status, tables } from './scenarios/subresources.js'
import { formatted, values } from './scenarios/values.js'
import { deleting, patching, updating } from './scenarios/writing.js'

/** None of them sees what another does: they may run at the same time. */
export const scenarios: readonly Scenario[] = [
  creation,
  reading,
  discovery,
  updating,
  patching,
  deleting,
  invalidDefinitions,
  invalidSchemas,
  invalidRules,
  names,
  values,
  formatted,
  rules,
  defaults,
  ratcheting,
  status,
  scales,
  tables,
  versions,
  tightening,
  finalizing,
  watching,
  documents,
  limits,
  conversions,
  wrongConversions,
  ...hookAddresses,
  ...reviewVersions,
  hookConfigurations,
  movedVersions,
  unknownFields,
  managers,
  pages,
  collections,
  binary,
]
