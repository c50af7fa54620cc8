import { flag, integer, objectSchema, time } from './schema.js'

export const clockSpec = objectSchema({
  now: time('The time.'),
  running: flag('Whether the time goes on by itself.'),
})

export const clock = objectSchema(
  {
    now: time('The time.'),
    running: flag('Whether the time goes on by itself.'),
    pending: integer('How many timers are set.'),
    next: time('When the next one is due; absent without.'),
  },
  ['now', 'running', 'pending'],
)

export const stepSpec = objectSchema({ milliseconds: integer('How far the time is moved on.') }, ['milliseconds'])

export const runSpec = objectSchema(
  {
    milliseconds: integer('How far the time is moved on.'),
    timeoutMilliseconds: integer('How long this may take in real time. Default: 30,000.'),
  },
  ['milliseconds'],
)
