import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { displayOpenAtom } from '../atoms/display.ts'
import { selectedCurrencyAtom } from '../atoms/preferences.ts'
import { text } from '../text/en.ts'
import { Icon } from '../ui/icon.tsx'

const DisplaySheet = lazy(() => import('./display-sheet.tsx'))

/** In which money, in which language, and how the app looks on this device. */
export function DisplayButton() {
  const code = useAtomValue(selectedCurrencyAtom)
  const [isOpen, setOpen] = useAtom(displayOpenAtom)
  return (
    <>
      <button
        type="button"
        className="display-button"
        aria-label={`${text.nav.currency}: ${code}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="globe" size={20} />
        <span>
          <span>EN, </span>
          {code}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DisplaySheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
