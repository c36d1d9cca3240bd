import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense } from 'react'
import { displayOpenAtom } from '../state/app/display-sheet-open.ts'
import { selectedCurrencyAtom } from '../state/app/preferences.ts'
import { appText } from '../text/app.ts'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/states/lazy-part.tsx'
import style from './display-button.module.css'

const DisplaySheet = lazyPart(() => import('../components/display/display-sheet.tsx'))

/** Opens the sheet for currency, language and appearance. */
export function DisplayButton() {
  const code = useAtomValue(selectedCurrencyAtom)
  const setOpen = useSetAtom(displayOpenAtom)
  return (
    <button
      type="button"
      className={style.button}
      aria-label={`${appText.nav.display}: EN, ${code}`}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      <Icon name="globe" size={20} className={style.icon} />
      <span>
        <span>EN, </span>
        {code}
      </span>
    </button>
  )
}

/** Once on a page: several buttons open it. */
export function DisplaySheetIfOpen() {
  const [isOpen, setOpen] = useAtom(displayOpenAtom)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <DisplaySheet onClose={() => setOpen(false)} />
    </Suspense>
  )
}
