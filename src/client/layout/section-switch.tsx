import { useAtom } from 'jotai'
import { headerSwitchAtom } from '../state/app/header-switch.ts'
import { appText } from '../text/app.ts'
import { Segmented } from '../ui/segmented.tsx'

const SECTIONS = [
  { value: 'exchange', name: appText.nav.exchange },
  { value: 'wallet', name: appText.nav.wallet },
] as const

/** Exchange or Wallet. */
export function SectionSwitch({ className }: { className: string | undefined }) {
  const [chosen, choose] = useAtom(headerSwitchAtom)
  return (
    <Segmented
      label={appText.nav.exchangeOrWallet}
      value={chosen}
      options={SECTIONS}
      onChoose={choose}
      className={className}
    />
  )
}
