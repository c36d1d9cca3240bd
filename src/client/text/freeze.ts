/** Freezing the own account: the page of the link, the settings and the banner. */

export const freezeText = {
  page: {
    title: 'Freeze your account?',
    lead: 'Do this if another person may have access to it.',
    freeze: 'Freeze my account',
    freezing: 'Freezing',
    failed: "That didn't work. Try again.",
    invalidTitle: "This link doesn't work",
    noToken: 'Open the link in the message again.',
    doneTitle: 'Your account is frozen',
    done: 'Now log in, log out the devices you do not know, and change your password.',
    checkDevices: 'Check my devices',
  },
  effects: [
    ['Stops', 'Orders, conversions, withdrawals and reward claims. Open orders are cancelled.'],
    ['Goes on', 'Deposits are credited, and you can log in. A withdrawal that is already being sent arrives.'],
    ['To lift it', 'Log in and enter every factor: your password and your 2FA code. It ends 24 hours later.'],
  ],
  settings: {
    title: 'Emergency',
    frozenTitle: 'Frozen',
    freeze: 'Freeze account',
    freezeLine: 'Stops trading and withdrawals',
    open: 'Freeze',
    freezing: 'Freezing',
    frozenNow: 'Account frozen',
    failed: "Couldn't freeze the account",
    byYou: 'You froze this account',
    ends: (time: string) => `Ends ${time}`,
    byExchange: 'The exchange froze this account',
    byExchangeLine: 'Contact support to lift it',
    again: 'Freeze again',
    unfreeze: 'Unfreeze',
    unfreezeLine:
      'Your account stays frozen for 24 more hours. We notify you, so that nobody else can lift it unnoticed.',
    unfreezeFailed: "Couldn't lift the freeze",
  },
  banner: {
    byYou: 'You froze this account.',
    ends: (time: string) => `Frozen by you until ${time}.`,
    byExchange: 'Frozen by us. Contact support.',
    security: 'Security',
  },
} as const
