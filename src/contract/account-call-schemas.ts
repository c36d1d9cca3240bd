/** The calls about the locks of an account: what each takes and gives, and how it may say no. */

import { z } from 'zod'
import { accountViews as views } from './account-reply-schemas.ts'
import { Tokens } from './field-schemas.ts'
import {
  confirmTwoFactorBody,
  disableTwoFactorBody,
  emptyBody,
  endSessionsQuery,
  linkTelegramBody,
  loginHistoryQuery,
  newRecoveryCodesBody,
  secondFactorBody,
  setPasswordBody,
  unlinkBody,
} from './schemas.ts'

const WRONG_CODE = ['INVALID_2FA_CODE', '2FA_LOCKED'] as const
const NO_PROOF = [...WRONG_CODE, 'WRONG_PASSWORD', 'REAUTH_REQUIRED', 'ACCOUNT_NOT_FOUND'] as const

export const accountCalls = {
  secondFactor: {
    summary: 'Finish a sign-in that was answered by 2FA_REQUIRED',
    takes: secondFactorBody,
    gives: Tokens,
    refuses: [...WRONG_CODE, 'SIGN_IN_EXPIRED'],
  },
  setTwoFactor: {
    summary: 'A secret for an authenticator app; it counts once it is confirmed',
    takes: emptyBody,
    gives: views.TwoFactorSetup,
    refuses: ['2FA_ALREADY_ON', 'ACCOUNT_NOT_FOUND'],
  },
  confirmTwoFactor: {
    summary: 'Turn 2FA on with the first code; ends all other sessions',
    takes: confirmTwoFactorBody,
    gives: views.RecoveryCodesView,
    refuses: [...NO_PROOF, '2FA_ALREADY_ON', '2FA_SETUP_EXPIRED'],
  },
  disableTwoFactor: {
    summary: 'Turn 2FA off; ends all other sessions and holds withdrawals for 24 hours',
    takes: disableTwoFactorBody,
    gives: views.Done,
    refuses: [...WRONG_CODE, '2FA_NOT_ON'],
  },
  recoveryCodes: {
    summary: 'Ten new recovery codes; the old ones end',
    takes: newRecoveryCodesBody,
    gives: views.RecoveryCodesView,
    refuses: [...WRONG_CODE, '2FA_NOT_ON'],
  },
  setPassword: {
    summary: 'Set or change the password; ends all other sessions and holds withdrawals for 24 hours',
    takes: setPasswordBody,
    gives: views.Done,
    refuses: [...NO_PROOF, 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  sessions: {
    summary: 'Sign-ins that still stand, newest first',
    takes: emptyBody,
    gives: z.array(views.SessionView),
  },
  endSession: {
    summary: 'End one sign-in',
    takes: emptyBody,
    gives: views.Done,
    refuses: ['SESSION_NOT_FOUND'],
  },
  endSessions: {
    summary: 'End every sign-in, or every other one',
    takes: endSessionsQuery,
    gives: views.Done,
  },
  loginHistory: {
    summary: 'Who came in or tried to, newest first',
    takes: loginHistoryQuery,
    gives: views.LoginHistoryPage,
  },
  linkTelegram: {
    summary: 'Let a Telegram account sign in here',
    takes: linkTelegramBody,
    gives: views.Done,
    refuses: [
      ...NO_PROOF,
      'TELEGRAM_NOT_CONFIGURED',
      'INIT_DATA_REQUIRED',
      'INVALID_TELEGRAM_DATA',
      'INIT_DATA_EXPIRED',
      'WIDGET_DATA_EXPIRED',
      'WAY_TAKEN',
      'WAY_LINKED',
    ],
  },
  unlink: {
    summary: 'Take away a way to sign in',
    takes: unlinkBody,
    gives: views.Done,
    refuses: [...NO_PROOF, 'WAY_NOT_LINKED', 'LAST_WAY_IN'],
  },
} as const
