import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { addToHomeScreenAtom, mayAddToHomeScreenAtom } from '../../state/app/add-to-home-screen.ts'
import { displayOpenAtom } from '../../state/app/display-sheet-open.ts'
import { confirmOnlyAboveAtom } from '../../state/app/preferences.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow, ListRowButton } from '../../ui/list-row.tsx'
import { Switch } from '../../ui/switch.tsx'

const text = settingsText.preferences

/** Preferences of this device. */
export function PreferencesSection() {
  const openDisplay = useSetAtom(displayOpenAtom)
  const [isOnlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  return (
    <section className="settings-group" aria-labelledby="settings-preferences">
      <h2 id="settings-preferences">{text.title}</h2>
      <ul className="rows">
        <li>
          <ListRowButton icon="globe" title={text.display} onPress={() => openDisplay(true)} />
        </li>
        <li>
          <ListRow icon="check" title={text.confirm} line={text.confirmLine}>
            <Switch label={text.confirm} checked={!isOnlyAbove} onChange={(every) => setOnlyAbove(!every)} />
          </ListRow>
        </li>
        <AddToHomeScreen />
      </ul>
    </section>
  )
}

/** Shown only where Telegram supports it. */
function AddToHomeScreen() {
  const isOffered = useAtomValue(mayAddToHomeScreenAtom)
  const add = useSetAtom(addToHomeScreenAtom)
  if (!isOffered) return null
  return (
    <li>
      <ListRow icon="plus" title={text.homeScreen} line={text.homeScreenLine}>
        <Button size="small" aria-label={text.homeScreen} onClick={add}>
          {text.add}
        </Button>
      </ListRow>
    </li>
  )
}
