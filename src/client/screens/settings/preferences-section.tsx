import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { addToHomeScreenAtom, mayAddToHomeScreenAtom } from '../../state/app/add-to-home-screen.ts'
import { displayOpenAtom } from '../../state/app/display-sheet-open.ts'
import { confirmOnlyAboveAtom } from '../../state/app/preferences.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Section, Switch } from '../../ui/cells/cells.tsx'

const text = settingsText.preferences

/** Preferences of this device. The home screen is offered only where Telegram supports it. */
export function PreferencesSection() {
  const openDisplay = useSetAtom(displayOpenAtom)
  const [isOnlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  const isHomeScreenOffered = useAtomValue(mayAddToHomeScreenAtom)
  const addToHomeScreen = useSetAtom(addToHomeScreenAtom)
  return (
    <Section title={text.title}>
      <Cell icon="globe" title={text.display} onPress={() => openDisplay(true)} />
      <Cell icon="check" title={text.confirm} line={text.confirmLine}>
        <Switch label={text.confirm} checked={!isOnlyAbove} onChange={(every) => setOnlyAbove(!every)} />
      </Cell>
      {isHomeScreenOffered && (
        <Cell icon="plus" title={text.homeScreen} line={text.homeScreenLine}>
          <Button size="small" aria-label={text.homeScreen} onClick={addToHomeScreen}>
            {text.add}
          </Button>
        </Cell>
      )}
    </Section>
  )
}
