import type { Pair } from '../../../../contract/markets/instruments.ts'
import { tradeText } from '../../../text/trade.ts'
import { Icon } from '../../../ui/icon.tsx'
import style from './paused-notice.module.css'

/** Why no order can be placed on the pair, and what can be done with open orders. Nothing while it trades. */
export function PausedNotice({ pair: { symbol, rules } }: { pair: Pair }) {
  const { status } = rules
  if (status === 'trading') return null
  return (
    <div className={style.notice} role="status">
      <Icon name="info" size={20} />
      <p>
        <b>{tradeText.form.paused(symbol)}.</b> {tradeText.form.pausedLine[status]}
      </p>
    </div>
  )
}
