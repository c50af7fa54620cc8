/** Thrown when a rule has used up what it may cost. */
export class BudgetExceeded extends Error {
  constructor() {
    super('operation cancelled: actual cost limit exceeded')
  }
}

/**
 * What a rule may still cost. One unit is about one step of evaluation; work on texts and lists costs by their size, as in
 * Go. Rules come from outside: without a limit, three nested loops over a long list would never end.
 */
export class Budget {
  /** Negative when it was exceeded. */
  left = 0

  /** @throws BudgetExceeded */
  charge(cost: number): void {
    this.left -= cost
    if (this.left < 0) throw new BudgetExceeded()
  }

  /** Charges for going through a text or list once. */
  chargeSize(length: number): void {
    this.charge(Math.ceil(length * 0.1))
  }
}
