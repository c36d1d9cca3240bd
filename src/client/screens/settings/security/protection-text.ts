import type { ProfileView } from '../../../../contract/account/views.ts'
import { dateText } from '../../../format/times.ts'
import { maskedEmail } from '../../../state/account/credentials.ts'
import type { Protection } from '../../../state/account/protections.ts'
import { settingsText } from '../../../text/settings.ts'

const { protections: text, loginMethods } = settingsText

/** The state of a protection in one or two words. */
export function stateText({ email, email_confirmed, ways, ...profile }: ProfileView, protection: Protection): string {
  switch (protection) {
    case 'twoFactor':
      return profile.has_2fa ? text.isOn : text.isOff
    case 'password':
      return profile.has_password ? text.isSet : text.notSet
    case 'email':
      if (email === null) return text.noEmail
      return email_confirmed ? text.confirmed : text.unconfirmed
    case 'spare':
      return ways.length > 1 ? ways.map((way) => loginMethods.names[way]).join(', ') : text.noSpare
  }
}

/** What else is known of a protection that is on; undefined for nothing. */
export function detailText(profile: ProfileView, protection: Protection): string | undefined {
  const { email, recovery_codes_left, password_changed_at: changed } = profile
  if (protection === 'twoFactor') return text.codes(recovery_codes_left)
  if (protection === 'email' && email !== null) return maskedEmail(email)
  return protection === 'password' && changed !== null ? text.changed(dateText(changed)) : undefined
}
