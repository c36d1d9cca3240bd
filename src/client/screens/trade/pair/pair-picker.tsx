import { useAtomValue, useSetAtom } from 'jotai'
import { choosePairAtom } from '../../atoms/choose-pair.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { MarketBrowser } from '../../markets/market-browser.tsx'
import { text } from '../../text/en.ts'
import { Sheet } from '../../ui/sheet.tsx'

/** Another pair for this screen. */
export default function PairPicker({ onClose }: { onClose: () => void }) {
  const current = useAtomValue(selectedMarketAtom)?.pair.id
  const choose = useSetAtom(choosePairAtom)
  return (
    <Sheet title={text.pairs.title} close={text.close} onClose={onClose} isTall>
      <MarketBrowser
        look="sheet"
        current={current}
        onPick={({ pair }) => {
          choose(pair.id)
          onClose()
        }}
      />
    </Sheet>
  )
}
