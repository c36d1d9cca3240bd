import { useAtom } from 'jotai'
import { recoveryCodesAtom } from '../../atoms/two-factor.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useProfile } from './settings-layout.tsx'
import { TwoFactorOn } from './two-factor-on.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

/** Turning it on, what is shown once, and what can be done while it is on. */
export default function TwoFactorScreen() {
  const profile = useProfile()
  const [codes, set] = useAtom(recoveryCodesAtom)
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={() => set('forget')} />
  return profile.has_2fa ? <TwoFactorOn profile={profile} /> : <TwoFactorSetup />
}
