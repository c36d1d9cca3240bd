import { useAtomValue } from 'jotai'
import { modeAtom } from '../atoms/exchange.ts'
import { text } from '../text/en.ts'

/** Play money says so on every page. Its place is kept until the exchange has said which it is. */
export function Ribbon() {
  const mode = useAtomValue(modeAtom)
  if (mode === 'live') return null
  return (
    <aside className="ribbon" aria-label={text.ribbon.title}>
      {mode === 'play' && (
        <p>
          <b>{text.ribbon.title}</b> <span>{text.ribbon.line}</span>
        </p>
      )}
    </aside>
  )
}
