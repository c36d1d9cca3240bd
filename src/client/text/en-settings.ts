/** The words of the settings. */

import type { LoginOutcome, Way } from '../../contract/account-views.ts'

export const settings = {
  title: 'Settings',
  account: 'Account',
  security: 'Security',
  password: 'Password',
  twoFactor: 'Two-factor code',
  failedProfile: 'Failed to load profile',
  failedProfileLine: 'Your funds are safe. Try again in a moment.',
  failed: 'An error occurred',
  cancel: 'Cancel',
} as const

export const protections = {
  on: (count: number, all: number) => `${count} of ${all} protections on`,
  needs: { email: 'Confirm email', password: 'Needs password', twoFactor: 'Needs 2FA', spare: 'Add a way in' },
  noFactor: 'Withdrawals stay closed until a second factor is on.',
  missing: 'Withdrawals need no more than you have. What is missing makes it harder to get in for others.',
  all: 'Everything there is to lock is locked.',
  hold: (time: string) => `Withdrawals wait until ${time}, because a lock was changed.`,
} as const

export const ways = {
  title: 'Sign-in',
  names: { email: 'Email', telegram: 'Telegram', google: 'Google' } satisfies Record<Way, string>,
  confirmed: 'Confirmed',
  confirm: 'Confirm',
  sent: 'Letter sent',
  sentLine: (email: string) => `Open the link in it, ${email}`,
  noLetters: 'Failed to send the letter',
  none: 'Not linked',
  linked: 'Linked',
  link: 'Link',
  linkTitle: (way: string) => `Link ${way}`,
  linkLine: (way: string) => `${way} will sign you in to this account.`,
  unlink: 'Unlink',
  add: 'Add',
  unlinked: (way: string) => `${way} unlinked`,
  linkedNow: (way: string) => `${way} linked`,
  unlinkTitle: (way: string) => `Unlink ${way}`,
  unlinkLine: (way: string) => `${way} will no longer sign you in. You can link it again.`,
  failedUnlink: 'Failed to unlink',
  failedLink: 'Failed to link',
  addEmail: 'Add an email',
  addEmailLine: 'It becomes yours when you open the link we send there.',
  newEmail: 'Email',
  send: 'Send the link',
  passwordChanged: (day: string) => `Changed ${day}`,
  passwordSet: 'Set',
  passwordNone: 'Not set',
  on: (codes: number) => `On, ${codes} recovery ${codes === 1 ? 'code' : 'codes'} left`,
  off: 'Off',
  turnOn: 'Turn on',
} as const

export const proof = {
  code: '2FA code',
  recovery: 'Recovery code',
  lost: 'Lost your device?',
  useApp: 'Use the app instead',
  password: 'Your password',
  signIn: 'This works within ten minutes of signing in.',
  enterCode: 'Enter the whole code',
  enterPassword: 'Enter your password',
  working: 'Checking',
} as const

export const withdrawals = {
  title: 'Withdrawals',
  identity: 'Identity',
  addresses: 'Address book',
  soon: 'Opens soon',
} as const

export const devices = {
  title: 'Devices',
  failed: 'Failed to fetch sessions',
  failedLine: 'Try again in a moment.',
  thisOne: 'This device, active now',
  line: (way: string, ip: string, time: string) => `${way}, ${ip}, ${time}`,
  end: 'End',
  endOf: (device: string) => `End the session of ${device}`,
  ended: 'Session ended',
  endOthers: 'End all other sessions',
  endedOthers: 'All other sessions ended',
  failedEnd: 'Failed to end the session',
  logOutAll: 'Log out everywhere',
  logOutAllLine: 'Every device is signed out, this one too. Orders stay open.',
  history: 'Sign-in history',
  none: 'No sign-ins yet',
  noneLine: 'They stand here, newest first.',
  outcomes: {
    signed_in: 'Signed in',
    code_asked: 'Password right, no code given',
    wrong_password: 'Wrong password',
    wrong_code: 'Wrong 2FA code',
    locked: 'Locked after wrong codes',
  } satisfies Record<LoginOutcome, string>,
} as const

export const notifications = {
  title: 'Notifications',
  names: { order_filled: 'Limit order filled', sign_in: 'New sign-in' },
  byBot: 'In Telegram, from our bot',
  notLinked: 'Link Telegram to be told',
  notAllowed: 'Telegram does not let the bot write to you',
  failedSet: 'Failed to change notifications',
} as const

export const preferences = {
  title: 'Preferences',
  display: 'Currency, language and theme',
  homeScreen: 'Add to home screen',
  homeScreenLine: 'Opens like any other app',
  add: 'Add',
  confirm: 'Confirm every market order',
  confirmLine: 'Off: only above 1% slippage',
} as const

export const twoFactor = {
  failedSet: 'Failed to set 2FA',
  failedLoad: 'Failed to load 2FA data.',
  steps: ['Get an authenticator app', 'Scan the code', 'Enter the six digits'],
  appLine: 'Any app that counts one-time codes will do: Aegis, 2FAS, Google Authenticator, 1Password.',
  scanLine: 'Or type the key into the app. It is good for ten minutes.',
  qr: 'QR code for your authenticator app',
  key: 'Key',
  copy: 'Copy',
  openApp: 'Open in app',
  code: 'Six-digit code',
  turnOn: 'Turn on',
  checking: 'Checking',
  on: 'Two-factor code is on',
  onLine: 'Signing in and withdrawing ask for a code.',
  left: (codes: number) => `${codes} of 10 recovery codes left`,
  fresh: 'New recovery codes',
  freshLine: 'The ten you have now stop working.',
  off: 'Turn off',
  offLine: 'Withdrawals close for 24 hours, and other devices are signed out.',
  isOff: 'Two-factor code is off',
  codesTitle: 'Recovery codes',
  codesLine: 'Each signs you in once when your device is lost. They are shown this once.',
  download: 'Download',
  saved: 'I saved them',
  done: 'Done',
  file: 'recovery-codes.txt',
} as const

export const password = {
  setTitle: 'Set a password',
  changeTitle: 'Change your password',
  current: 'Current password',
  fresh: 'New password',
  repeat: 'Repeat the new password',
  differs: 'The two passwords differ',
  hold: 'Withdrawals wait for 24 hours after a change, and other devices are signed out.',
  save: 'Save the password',
  saving: 'Saving',
  saved: 'Password saved',
} as const
