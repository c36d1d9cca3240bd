import { useAtomValue } from 'jotai'
import { modeAtom } from '../state/app/exchange-info.ts'
import { appText } from '../text/app.ts'
import style from './section-row.module.css'

/** Shown on every page in play mode. Keeps its space until the mode is known. `isChip`: a part of the bar of a page. */
export function PlayMoneyBanner({ isChip }: { isChip?: boolean }) {
  const mode = useAtomValue(modeAtom)
  if (mode === 'live') return null
  return (
    <aside
      className={style.banner}
      data-chip={isChip}
      // Part of a landmark, so that it is none.
      role={isChip ? 'note' : undefined}
      aria-label={appText.ribbon.title}
    >
      {mode === 'play' && (
        <p>
          <b>{appText.ribbon.title}</b> <span className={style.simulated}>{appText.ribbon.simulated}</span>{' '}
          <span>{appText.ribbon.line}</span>
        </p>
      )}
    </aside>
  )
}
