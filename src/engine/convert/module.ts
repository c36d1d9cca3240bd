import { countConversion } from '../core.ts'
import type { Module } from '../module-type.ts'
import type { Convert } from './commands.ts'
import { convert } from './convert.ts'
import type { Converted } from './events.ts'

/** Without state of its own: the legs are orders that open and close within the command. */
export const conversions: Module<Convert, Converted, never> = {
  handlers: { convert },
  appliers: { converted: (state, { user }) => countConversion(state, user) },
  loaders: {},
  save: () => [],
  lines: () => [],
  holds: () => [],
}
