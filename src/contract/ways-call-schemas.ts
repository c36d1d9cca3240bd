/** The calls about coming in by Google and by e-mail: what each takes and gives, and how it may say no. */

import { accountViews } from './account-reply-schemas.ts'
import { Tokens } from './field-schemas.ts'
import {
  confirmEmailBody,
  emptyBody,
  forgotBody,
  googleBody,
  linkEmailBody,
  linkGoogleBody,
  resetBody,
} from './schemas.ts'
import { waysViews } from './ways-reply-schemas.ts'

const NO_GOOGLE = ['GOOGLE_NOT_CONFIGURED', 'GOOGLE_UNREACHABLE', 'GOOGLE_FAILED', 'REDIRECT_NOT_OURS'] as const
const NO_PROOF = ['INVALID_2FA_CODE', '2FA_LOCKED', 'WRONG_PASSWORD', 'REAUTH_REQUIRED', 'ACCOUNT_NOT_FOUND'] as const

export const waysCalls = {
  ways: {
    summary: 'Which ways in are configured, besides e-mail and password',
    takes: emptyBody,
    gives: waysViews.WaysView,
  },
  google: {
    summary: 'Sign in or up with the code that Google sent back',
    takes: googleBody,
    gives: Tokens,
    refuses: [...NO_GOOGLE, 'GOOGLE_EMAIL_TAKEN', '2FA_REQUIRED', 'SIGN_IN_EXPIRED'],
  },
  confirmEmail: {
    summary: 'Confirm an e-mail address by the link that was sent there',
    takes: confirmEmailBody,
    gives: accountViews.Done,
    refuses: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  },
  forgot: {
    summary: 'Send a link that sets a new password; the answer is the same whether the address is known or not',
    takes: forgotBody,
    gives: accountViews.Done,
    refuses: ['MAIL_NOT_CONFIGURED'],
  },
  reset: {
    summary: 'Set a new password by the link that was sent; ends all sessions and holds withdrawals for 24 hours',
    takes: resetBody,
    gives: accountViews.Done,
    refuses: ['LINK_EXPIRED', 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  sendConfirmation: {
    summary: 'Send the link that confirms the e-mail of the account',
    takes: emptyBody,
    gives: accountViews.Done,
    refuses: ['MAIL_NOT_CONFIGURED', 'NO_EMAIL', 'EMAIL_CONFIRMED', 'ACCOUNT_NOT_FOUND'],
  },
  linkEmail: {
    summary: 'Send a link to a new address; it becomes the address of the account when it is confirmed',
    takes: linkEmailBody,
    gives: accountViews.Done,
    refuses: [...NO_PROOF, 'MAIL_NOT_CONFIGURED', 'EMAIL_TAKEN', 'EMAIL_CONFIRMED'],
  },
  linkGoogle: {
    summary: 'Let a Google account sign in here',
    takes: linkGoogleBody,
    gives: accountViews.Done,
    refuses: [...NO_PROOF, ...NO_GOOGLE, 'WAY_TAKEN', 'WAY_LINKED'],
  },
} as const
