import { lazy, Suspense, useState } from 'react'
import { text } from '../text/en.ts'
import { Icon } from '../ui/icon.tsx'

const DisplaySheet = lazy(() => import('./display-sheet.tsx'))

/** Currency and language, which open later, and how the app looks on this device. */
export function DisplayButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="display-button" aria-label={text.nav.currency} onClick={() => setOpen(true)}>
        <Icon name="globe" size={20} />
        <span>EN, USD</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DisplaySheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
