import { List } from '../../../ui/cells/cells.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import { VerificationSection } from './verification-section.tsx'

export default function IdentityScreen() {
  return (
    <List>
      <VerificationSection profile={useProfile()} />
    </List>
  )
}
