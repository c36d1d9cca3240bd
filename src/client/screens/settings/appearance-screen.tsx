import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Appearance } from '../../components/display/appearance.tsx'
import { addToHomeScreenAtom, mayAddToHomeScreenAtom } from '../../state/app/add-to-home-screen.ts'
import { confirmOnlyAboveAtom } from '../../state/app/preferences.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, List, Section, Switch } from '../../ui/cells/cells.tsx'

const text = settingsText.appearance

/** Preferences of this device. The home screen is offered only where Telegram supports it. */
export default function AppearanceScreen() {
  const [isOnlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  const isHomeScreenOffered = useAtomValue(mayAddToHomeScreenAtom)
  const addToHomeScreen = useSetAtom(addToHomeScreenAtom)
  return (
    <List>
      <Section title={text.colors} kind="block">
        <Appearance />
      </Section>
      <Section title={text.orders} kind="menu">
        <Cell icon="check" title={text.confirm} line={text.confirmLine}>
          <Switch label={text.confirm} checked={!isOnlyAbove} onChange={(every) => setOnlyAbove(!every)} />
        </Cell>
      </Section>
      {isHomeScreenOffered && (
        <Section title={text.device} kind="menu">
          <Cell icon="plus" title={text.homeScreen} line={text.homeScreenLine}>
            <Button size="small" aria-label={text.homeScreen} onClick={addToHomeScreen}>
              {text.add}
            </Button>
          </Cell>
        </Section>
      )}
    </List>
  )
}
