import { useAtomValue } from 'jotai'
import { hostAtom } from '../state/app/host.ts'
import { appText } from '../text/app.ts'
import { AccountTools } from './header.tsx'
import { PlayMoneyBanner } from './play-money-banner.tsx'
import style from './section-row.module.css'
import { SectionSwitch } from './section-switch.tsx'

/** The notice of play mode. On a phone without the app's header also the switch, and inside Telegram the rest, of that header. */
export function SectionRow() {
  const { miniApp } = useAtomValue(hostAtom).platform
  return (
    <div className={style.row}>
      <section className={style.switch} aria-label={appText.nav.section}>
        <SectionSwitch className={style.sections} />
      </section>
      <PlayMoneyBanner />
      {miniApp && (
        <section className={style.tools} aria-label={appText.nav.account}>
          <AccountTools />
        </section>
      )}
    </div>
  )
}
