import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { displayOpenAtom } from '../../atoms/display.ts'
import { addToHomeScreenAtom, mayAddToHomeScreenAtom } from '../../atoms/home-screen.ts'
import { confirmOnlyAboveAtom } from '../../atoms/preferences.ts'
import { preferences as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow, ListRowButton } from '../../ui/list-row.tsx'
import { Switch } from '../../ui/switch.tsx'

/** What the reader likes, on this device. */
export function Preferences() {
  const openDisplay = useSetAtom(displayOpenAtom)
  const [isOnlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  return (
    <section className="settings-group" aria-labelledby="settings-preferences">
      <h2 id="settings-preferences">{words.title}</h2>
      <ul className="rows">
        <li>
          <ListRowButton icon="globe" title={words.display} onPress={() => openDisplay(true)} />
        </li>
        <li>
          <ListRow icon="check" title={words.confirm} line={words.confirmLine}>
            <Switch label={words.confirm} checked={!isOnlyAbove} onChange={(every) => setOnlyAbove(!every)} />
          </ListRow>
        </li>
        <HomeScreen />
      </ul>
    </section>
  )
}

/** Offered only where Telegram can do it. */
function HomeScreen() {
  const isOffered = useAtomValue(mayAddToHomeScreenAtom)
  const add = useSetAtom(addToHomeScreenAtom)
  if (!isOffered) return null
  return (
    <li>
      <ListRow icon="plus" title={words.homeScreen} line={words.homeScreenLine}>
        <Button size="small" aria-label={words.homeScreen} onClick={add}>
          {words.add}
        </Button>
      </ListRow>
    </li>
  )
}
