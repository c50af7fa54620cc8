/** Collects the warnings of one request; each text is sent once, in the order in which it came. */
export interface WarningRecorder {
  /** `agent` is empty for `-`. */
  addWarning(agent: string, text: string): void
}
