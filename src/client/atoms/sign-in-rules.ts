/** What the sign-in forms ask for, in the words of a fault. Undefined: nothing is wrong. */

import { text } from '../text/en.ts'
import { isReferralCode } from './referral-code.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PASSWORD_MIN = 6

export const emailFault = (email: string): string | undefined =>
  EMAIL.test(email.trim()) ? undefined : text.auth.invalidEmail

export const passwordFault = (password: string): string | undefined =>
  password.length >= PASSWORD_MIN ? undefined : text.auth.shortPassword

/** Signing up asks for both before it judges them. */
export const newEmailFault = (email: string): string | undefined =>
  email.trim() === '' ? text.auth.emailRequired : emailFault(email)

export const newPasswordFault = (password: string): string | undefined =>
  password === '' ? text.auth.passwordRequired : passwordFault(password)

export const referralFault = (code: string): string | undefined =>
  code === '' || isReferralCode(code) ? undefined : text.auth.referralDigits
