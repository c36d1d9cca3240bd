/** Validates the login and registration fields. Each returns an error text, or undefined when valid. */

import { isBlank, isBroken } from '../../../contract/visible-text.ts'
import { authText } from '../../text/auth.ts'
import { isReferralCode } from './referral-code.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/
const PASSWORD_MIN = 6

export const emailError = (email: string): string | undefined =>
  EMAIL.test(email.trim()) ? undefined : authText.invalidEmail

export const passwordError = (password: string): string | undefined =>
  password.length >= PASSWORD_MIN ? undefined : authText.shortPassword

/** Registration reports an empty field as required, not as invalid. */
export const newEmailError = (email: string): string | undefined =>
  email.trim() === '' ? authText.emailRequired : emailError(email)

export function newPasswordError(password: string): string | undefined {
  if (password === '') return authText.passwordRequired
  if (isBroken(password)) return authText.brokenPassword
  return passwordError(password) ?? (isBlank(password) ? authText.blankPassword : undefined)
}

export const referralError = (code: string): string | undefined =>
  code === '' || isReferralCode(code) ? undefined : authText.referralDigits
