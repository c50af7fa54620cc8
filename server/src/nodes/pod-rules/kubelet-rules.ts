import type { ConfigurationField } from '../document/configuration-field.js'
import { type AttachEntry, kwokAttachReader, ownAttachReader } from './attach-rules.js'
import { type ExecEntry, kwokExecReader, ownExecReader } from './exec-rules.js'
import type { LocalAccess } from './local-access.js'
import { kwokLogReader, type LogEntry, ownLogReader } from './log-rules.js'
import type { PodRule } from './pod-rules.js'
import { type ForwardEntry, kwokForwardReader, ownForwardReader } from './port-forward-rules.js'
import { type EntryReader, readRuleForMany, readRuleForOne } from './rule-document.js'

/** What kubelets of simulated nodes answer. */
export interface KubeletRules {
  readonly logs: readonly PodRule<LogEntry>[]
  readonly execs: readonly PodRule<ExecEntry>[]
  readonly attaches: readonly PodRule<AttachEntry>[]
  readonly forwards: readonly PodRule<ForwardEntry>[]
}

/** The `apiVersion` of documents that have their answers in them. */
export const ownGroup = 'nodes.apimachinery.dev/v1alpha1'

/** Collects the rules of a configuration, document by document. */
export class KubeletRulesReader {
  readonly #logs: PodRule<LogEntry>[] = []
  readonly #execs: PodRule<ExecEntry>[] = []
  readonly #attaches: PodRule<AttachEntry>[] = []
  readonly #forwards: PodRule<ForwardEntry>[] = []
  readonly #access: LocalAccess

  constructor(access: LocalAccess) {
    this.#access = access
  }

  get rules(): KubeletRules {
    return { logs: this.#logs, execs: this.#execs, attaches: this.#attaches, forwards: this.#forwards }
  }

  /** Reads a document of a kind of kwok, or of the same kind of {@link ownGroup}; `false` for another kind. @throws InvalidField */
  read(document: ConfigurationField, kind: string, isOwn: boolean): boolean {
    const isForMany = kind.startsWith('Cluster')
    const add = <E>(rules: PodRule<E>[], reader: EntryReader<E>): true => {
      document.member('metadata').member('name').requiredText()
      rules.push(isForMany ? readRuleForMany(document, reader) : readRuleForOne(document, reader))
      return true
    }
    switch (isForMany ? kind.slice('Cluster'.length) : kind) {
      case 'Logs':
        return add(this.#logs, isOwn ? ownLogReader : kwokLogReader(this.#access))
      case 'Exec':
        return add(this.#execs, isOwn ? ownExecReader : kwokExecReader(this.#access))
      case 'Attach':
        return add(this.#attaches, isOwn ? ownAttachReader : kwokAttachReader(this.#access))
      case 'PortForward':
        return add(this.#forwards, isOwn ? ownForwardReader : kwokForwardReader(this.#access))
      default:
        return false
    }
  }
}
