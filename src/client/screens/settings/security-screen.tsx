import { Devices } from './devices.tsx'
import { Notifications } from './notifications.tsx'
import { Preferences } from './preferences.tsx'
import { Protections } from './protections.tsx'
import { useProfile } from './settings-layout.tsx'
import { Ways } from './ways.tsx'
import { Withdrawals } from './withdrawals.tsx'

/** How safe the account is, who can come in, and from where. */
export default function SecurityScreen() {
  const profile = useProfile()
  return (
    <>
      <Protections profile={profile} />
      <Ways profile={profile} />
      <Withdrawals />
      <Devices user={profile.uuid} />
      <Notifications user={profile.uuid} />
      <Preferences />
    </>
  )
}
