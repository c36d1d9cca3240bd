import { useAtomValue } from 'jotai'
import { pages } from '../../../../contract/pages.ts'
import { rateTextAtom } from '../../../state/markets/fiat-rate-text.ts'
import { assetsText } from '../../../text/assets.ts'
import { Row } from '../../../ui/cells/row.tsx'
import style from './small-print.module.css'

/** Below the assets: the rate of the second currency, and the proof that they are counted. */
export function SmallPrint() {
  const rate = useAtomValue(rateTextAtom)
  return (
    <div>
      {rate && (
        <p className={style.small} data-error={rate.isError || undefined}>
          {rate.text}
        </p>
      )}
      <Row className={style.proof} icon="shield" title={assetsText.wallet.proof} to={pages.liabilities} />
    </div>
  )
}
