import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../../contract/pages.ts'
import { rateTextAtom } from '../../../state/markets/fiat-rate-text.ts'
import { assetsText } from '../../../text/assets.ts'
import style from './small-print.module.css'

/** Below the assets: what the figures mean, and the proof that they are counted. */
export function SmallPrint() {
  const rate = useAtomValue(rateTextAtom)
  return (
    <div>
      <p className={style.small}>
        {assetsText.holdings.small} <span data-error={rate?.isError || undefined}>{rate?.text}</span>
      </p>
      <Link className={style.proof} to={pages.liabilities}>
        {assetsText.wallet.proof}
      </Link>
    </div>
  )
}
