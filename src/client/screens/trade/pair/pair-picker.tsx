import { useAtomValue, useSetAtom } from 'jotai'
import { MarketBrowser } from '../../../components/markets/market-browser.tsx'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { choosePairAtom } from '../../../state/feed/choose-pair.ts'
import { appText } from '../../../text/app.ts'
import { marketsText } from '../../../text/markets.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

/** Selects another pair. */
export default function PairPicker({ onClose }: { onClose: () => void }) {
  const current = useAtomValue(selectedMarketAtom)?.pair.id
  const choose = useSetAtom(choosePairAtom)
  return (
    <Sheet title={marketsText.title} close={appText.close} onClose={onClose} isTall>
      <MarketBrowser
        variant="sheet"
        current={current}
        onPick={({ pair }) => {
          choose(pair.id)
          onClose()
        }}
      />
    </Sheet>
  )
}
