/**
 * How much of the repeated work a test run does. `npm test` sets TEST_SCOPE=short, and `vite.config.ts` leaves out files by the
 * same variable; tests of planted bugs set `mutants`. Without it, as for `npm run test:all` or one file by hand: everything.
 */

export const SCOPES = {
  all: {
    tradingSeeds: 500,
    fundsSeeds: 500,
    tonSeeds: 60,
    kills: 10,
    oracleRuns: 1_000,
    coreCommands: 150_000,
    everyNthLiteral: 1,
  },
  short: {
    tradingSeeds: 80,
    fundsSeeds: 80,
    tonSeeds: 12,
    kills: 5,
    oracleRuns: 300,
    coreCommands: 20_000,
    everyNthLiteral: 6,
  },
  // Few seeds, but enough to detect every planted bug.
  mutants: {
    tradingSeeds: 25,
    fundsSeeds: 100,
    tonSeeds: 40,
    kills: 10,
    oracleRuns: 1_000,
    coreCommands: 20_000,
    everyNthLiteral: 1,
  },
}

export type ScopeName = keyof typeof SCOPES

export const scopeName = (process.env.TEST_SCOPE ?? 'all') as ScopeName

/** Numbers of seeds of each simulation, of kills and runs, and which share of hostile values is sent. */
export const scope = SCOPES[scopeName]
