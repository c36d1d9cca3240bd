import { List } from '../../../ui/cells/cells.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import { AddressBookSection } from './address-book-section.tsx'

export default function AddressesScreen() {
  return (
    <List>
      <AddressBookSection profile={useProfile()} />
    </List>
  )
}
