import { appText } from '../text/app.ts'
import { PlayMoneyBanner } from './play-money-banner.tsx'
import style from './section-row.module.css'
import { SectionSwitch } from './section-switch.tsx'

/** The notice of play mode. On a phone without the app's header also the switch of that header. */
export function SectionRow() {
  return (
    <div className={style.row}>
      <section className={style.switch} aria-label={appText.nav.section}>
        <SectionSwitch className={style.sections} />
      </section>
      <PlayMoneyBanner />
    </div>
  )
}
