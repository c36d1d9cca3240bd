import { List } from '../../../ui/cells/cells.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import { FreezeAccount, Frozen } from './freeze-section.tsx'
import { LoginMethodsSection } from './login-methods-section.tsx'
import { Protections } from './protections.tsx'

/** Protections, login methods, and freezing the account. */
export default function SecurityScreen() {
  const profile = useProfile()
  return (
    <List>
      <Frozen profile={profile} />
      <Protections profile={profile} />
      <LoginMethodsSection profile={profile} />
      <FreezeAccount profile={profile} />
    </List>
  )
}
