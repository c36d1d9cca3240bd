import { List } from '../../ui/cells/cells.tsx'
import { AboutSection } from './about-section.tsx'
import { AddressBookSection } from './address-book/address-book-section.tsx'
import { Devices } from './devices.tsx'
import { FreezeAccount, Frozen } from './freeze-section.tsx'
import { InclusionSection } from './inclusion-section.tsx'
import { LoginMethodsSection } from './login-methods-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { Protections } from './protections.tsx'
import { useProfile } from './settings-layout.tsx'
import { VerificationSection } from './verification/verification-section.tsx'

/** Freezes, protections, login methods, identity check, withdrawal addresses, sessions, notifications and preferences. */
export default function SecurityScreen() {
  const profile = useProfile()
  return (
    <List>
      <Frozen profile={profile} />
      <Protections profile={profile} />
      <LoginMethodsSection profile={profile} />
      <VerificationSection profile={profile} />
      <AddressBookSection profile={profile} />
      <InclusionSection />
      <Devices user={profile.uuid} />
      <FreezeAccount profile={profile} />
      <NotificationsSection user={profile.uuid} />
      <PreferencesSection />
      <AboutSection />
    </List>
  )
}
