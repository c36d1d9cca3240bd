import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../../contract/pages.ts'
import { rateTextAtom } from '../../../state/markets/fiat-rate-text.ts'
import { assetsText } from '../../../text/assets.ts'
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
      <Link className={style.proof} to={pages.liabilities}>
        {assetsText.wallet.proof}
      </Link>
    </div>
  )
}
