import { useAtom } from 'jotai'
import { recoveryCodesAtom } from '../../../state/account/two-factor.ts'
import { useProfile } from '../frame/settings-layout.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorOn } from './two-factor-on.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** Setup, recovery codes, or the page of an enabled second factor. */
export default function TwoFactorScreen() {
  const profile = useProfile()
  const [codes, set] = useAtom(recoveryCodesAtom)
  if (codes !== undefined) return <RecoveryCodes codes={codes} onSaved={() => set('forget')} />
  return profile.has_2fa ? <TwoFactorOn profile={profile} /> : <TwoFactorSetup />
}
