import { type Labels, type MetricFacts, MetricFamily, type Sample } from './metric-family.js'

/** A number that grows, is set, or is read. */
export class Cell {
  value = 0
  /** Reads the value whenever it is asked for. */
  read: (() => number) | undefined

  inc(by = 1): void {
    this.value += by
  }

  dec(by = 1): void {
    this.value -= by
  }

  set(value: number): void {
    this.value = value
  }
}

/** Counters or gauges of one name. */
export abstract class NumberFamily extends MetricFamily<Cell> {
  /** @throws MachineryError `InvalidMetric` */
  constructor(facts: MetricFacts) {
    super(facts, () => new Cell())
  }

  /** The number of some labels; 0 where there is none yet. */
  value(labels: Labels = {}): number {
    const cell = this.find(labels)
    return cell === undefined ? 0 : now(cell)
  }

  /** Gives another family with the same labels the values of this one. */
  copyTo(other: NumberFamily): void {
    other.clear()
    for (const { labels, child } of this.children()) other.with(labels).set(now(child))
  }

  samples(): Sample[] {
    return this.children().map(({ labels, child }) => ({ labels, value: now(child) }))
  }
}

/** Numbers that go up, one for each combination of labels. */
export class Counter extends NumberFamily {
  readonly type = 'counter'

  /** Adds to the number of some labels; 0 makes it visible. */
  inc(labels: Labels = {}, by = 1): void {
    this.with(labels).inc(by)
  }
}

/** Numbers that go up and down, one for each combination of labels; some are computed when they are read. */
export class Gauge extends NumberFamily {
  readonly type = 'gauge'

  /** Sets the number of some labels, or the function that reads it. */
  set(value: number | (() => number), labels: Labels = {}): void {
    const cell = this.with(labels)
    const isRead = typeof value === 'function'
    cell.read = isRead ? value : undefined
    if (!isRead) cell.set(value)
  }

  /** Adds to the number of some labels. */
  add(by: number, labels: Labels = {}): void {
    this.set(this.value(labels) + by, labels)
  }
}

function now({ read, value }: Cell): number {
  return read === undefined ? value : read()
}
