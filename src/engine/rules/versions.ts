/**
 * The versions of the engine's rules. A journal is executed by the rules it was written with, so that it always leads to
 * the same state.
 */

import type { Command } from '../commands.ts'

/** The newest version that this engine executes. */
export const RULES = 1

/** The version of a new journal. */
export const FIRST_RULES = 1

/** The version that added a command, if it is not the first. Older rules refuse it with `RULES_OUTDATED`. */
export const ADDED_BY: { readonly [Type in Command['type']]?: number } = {}
