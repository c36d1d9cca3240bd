import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { type Direction, obstacleOf } from '../../../state/wallet/networks.ts'
import { depositText } from '../../../text/deposit.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Icon } from '../../../ui/icon.tsx'
import style from './network-rows.module.css'

type Props = {
  direction: Direction
  symbol: string
  networks: readonly NetworkView[]
  selected: NetworkView
  onChoose: (network: NetworkView) => void
}

/** The networks of a coin with their terms. One is selected; with a single one there is nothing to press. */
export function NetworkRows({ direction, symbol, networks, selected, onChoose }: Props) {
  const [only, ...others] = networks
  if (only && others.length === 0)
    return (
      <div className={style.network} data-only="">
        <NetworkContent network={only} direction={direction} symbol={symbol} />
      </div>
    )
  return (
    <fieldset className={style.networks}>
      <legend>{depositText.network}</legend>
      {networks.map((network) => (
        <button
          key={network.id}
          type="button"
          className={style.network}
          aria-pressed={network.id === selected.id}
          disabled={obstacleOf(network, direction) !== undefined}
          onClick={() => onChoose(network)}
        >
          <NetworkContent network={network} direction={direction} symbol={symbol} />
          {network.id === selected.id && <Icon name="check" size={20} />}
        </button>
      ))}
    </fieldset>
  )
}

type ContentProps = { network: NetworkView; direction: Direction; symbol: string }

const NetworkContent = ({ network, direction, symbol }: ContentProps) => (
  <>
    <img src={network.icon_url} width={32} height={32} alt="" decoding="async" />
    <span>
      <b>{network.name}</b>
      <small>{termsOf(network, direction, symbol)}</small>
    </span>
  </>
)

function termsOf(network: NetworkView, direction: Direction, symbol: string): string {
  const obstacle = obstacleOf(network, direction)
  if (direction === 'deposit') {
    if (obstacle !== undefined) return network.deposit_notice || depositText.obstacles[obstacle].title
    const { confirmations, deposit_minutes, min_deposit } = network
    const minimum = depositText.minimum(amountText(min_deposit, symbol))
    return joined(minimum, depositText.noFee, depositText.time(confirmations, deposit_minutes))
  }
  if (obstacle !== undefined) return network.withdraw_notice || withdrawText.obstacles[obstacle].title
  const { withdraw_fee, fee_currency, min_withdraw, withdraw_minutes } = network
  const fee = withdrawText.fee(amountText(withdraw_fee, fee_currency))
  return joined(fee, withdrawText.minimum(amountText(min_withdraw, symbol)), withdrawText.time(withdraw_minutes))
}

/** A line breaks only behind a dot: no term is divided, and no line begins with the dot. */
const joined = (...terms: readonly string[]): string =>
  terms.map((term) => term.replaceAll(' ', '\u00a0')).join('\u00a0· ')
