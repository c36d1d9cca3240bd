/** The proof of liabilities: the public report, and the check of the own balance. */

import type { ProofStep } from '../../contract/liabilities/verify.ts'

type StepText = { readonly title: string; readonly failed: string }

export const liabilitiesText = {
  lead: 'Every day we publish what we owe all users. Check that your balance is counted.',
  play: 'This is play money: the report works as it would with real money, but no real coins stand behind it.',
  failed: "Couldn't load the report",
  failedLine: 'Your funds are safe. Try again in a moment.',
  none: 'No report yet',
  noneLine: 'The first one follows within a minute of the first account, then one every day at 00:05 UTC.',
  withheld: 'No report today',
  withheldLine:
    'Fewer than 20 users have a balance. A report would show what single users own, so it follows once there are 20.',
  check: {
    logIn: 'Sign in to check your balance',
    title: 'Am I included?',
    steps: {
      format: { title: 'The proof is complete', failed: 'The proof is incomplete, or has a negative amount' },
      report: {
        title: 'It belongs to the published report',
        failed: 'It belongs to another report than the published one',
      },
      account: { title: 'It is about your account', failed: 'It is about another account' },
      path: {
        title: 'All parts of your balance lead to the published root',
        failed: 'A part of your balance does not lead to the root',
      },
      totals: { title: 'The sums are the published totals', failed: 'The sums are not the published totals' },
    } satisfies Record<ProofStep, StepText>,
    progress: 'Steps of the check',
    working: 'Checking',
    waiting: 'Waiting',
    done: 'Passed',
    included: 'You are included',
    includedLine: (time: string) =>
      `These amounts are in the totals of ${time}. Compare them with what you owned then.`,
    amounts: 'Your balance in the report',
    noAmounts: 'Your balance was zero.',
    invalid: 'The proof is not valid',
    invalidLine:
      'Download the proof and keep it. Check again, and contact support if it fails again. Show the file to others: anyone can verify it.',
    missing: 'You are not in the report',
    missingLine: 'Your account existed when it was made. Note the root of the report and contact support.',
    newer: 'Your account is newer than the report',
    newerLine: (time: string) => `The next report includes it. It is made ${time}.`,
    newerWithheldLine: 'The next report includes it. It follows once 20 users have a balance.',
    unsupported: 'This browser cannot verify here',
    unsupportedLine:
      'Browsers verify only on pages opened by https. Open this page by https, or sign in on another device.',
    failed: "Couldn't check",
    again: 'Check again',
    download: 'Download proof',
    file: (seq: number) => `proof-${seq}.json`,
    report: 'Open the report',
  },
  totals: {
    title: 'What all users own',
    footer:
      'Available balances and amounts in open orders together, without points. Reserves are what our books say that we have on each network.',
    reserves: (amount: string, network: string) => `Reserves ${amount} on ${network}`,
    noReserves: 'Not on any network',
  },
  report: {
    title: 'The report',
    time: 'Time',
    utc: (time: string) => `${time} UTC`,
    command: 'After command',
    root: 'Root',
    journal: 'Journal hash',
    leaves: 'Places in the tree',
    leavesLine:
      'Every balance is split over four of them, and empty ones are mixed in: this is not the number of users.',
    next: 'Next report',
    copy: (name: string) => `Copy ${name.toLowerCase()}`,
    download: 'Download report',
    file: (seq: number) => `liabilities-${seq}.json`,
    addresses: 'Download addresses',
    addressesLine: 'The hot wallet and all deposit addresses, to compare the reserves with the chains.',
  },
  earlier: { title: 'Earlier reports', root: (root: string) => `Root ${root}` },
  shows: {
    title: 'What it shows',
    lines: [
      'The totals are the exact sum of all balances in the tree, and none of them is negative.',
      'If your check passes, your whole balance is in that sum. The more users check, the less can be left out.',
      'Neither the tree nor our journal can be changed afterwards without breaking every proof that users keep.',
    ],
  },
  limits: {
    title: 'What it does not prove',
    lines: (isPlay: boolean) => [
      'That we have no other debts, such as loans.',
      'That coins were not borrowed for a day to look complete.',
      isPlay
        ? 'Play money has no reserves.'
        : 'That the reserves are really there: they are what our books say. Compare them with the addresses.',
      'A proof shows its owner random parts of a few other balances and sums of larger groups, without any names.',
      'If a single user owns a coin, its total is what that user owns.',
    ],
  },
  tool: {
    title: 'Verify without us',
    line: 'The files can be verified on any computer with our open source code:',
    command: 'npm run liabilities -- --verify FILE',
  },
  saved: 'File downloaded',
  copied: 'File content copied',
  copiedLine: 'Telegram cannot save files. Paste it into a text file.',
  notSaved: "Couldn't save the file",
} as const

/** Why there is no report. */
export const noReportText = (isWithheld: boolean) =>
  isWithheld
    ? { title: liabilitiesText.withheld, line: liabilitiesText.withheldLine }
    : { title: liabilitiesText.none, line: liabilitiesText.noneLine }
