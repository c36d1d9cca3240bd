import { openLog } from '../../src/server/log.ts'

/** A log that says nothing. */
export const quiet = openLog('silent')
