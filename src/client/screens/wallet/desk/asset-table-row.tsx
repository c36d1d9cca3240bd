import { Link } from 'react-router-dom'
import { VALUATION_CURRENCY } from '../../../../contract/markets/valuation.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { useOpenTrade } from '../../../components/markets/use-open-trade.ts'
import { convertPath } from '../../../components/money-paths.ts'
import { Price } from '../../../components/price.tsx'
import type { AssetCells } from '../../../state/portfolio/asset-table.ts'
import { assetsText } from '../../../text/assets.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import style from './asset-table.module.css'

/** One coin; its name leads to its page. */
export const AssetTableRow = (cells: AssetCells) => (
  <tr>
    <th scope="row">
      <Link className={style.coin} to={`/asset?symbol=${encodeURIComponent(cells.symbol)}`}>
        <CoinIcon symbol={cells.symbol} />
        <span>
          <b>{cells.symbol}</b>
          <small>{cells.name}</small>
        </span>
      </Link>
    </th>
    <td>{cells.available}</td>
    <td data-extra>{cells.inOrders}</td>
    <td data-extra>
      <Price text={cells.average} />
    </td>
    <td>
      <Price text={cells.price} />
    </td>
    <td data-extra>
      <Gain {...cells.change} />
    </td>
    <td>
      <Gain {...cells.pnl} />
    </td>
    <td>
      <b>{cells.value}</b>
      <small>{cells.share}</small>
    </td>
    <td>
      <Action {...cells} />
    </td>
  </tr>
)

const Gain = ({ direction, text }: { direction: string; text: string }) => (
  <span className={`gain ${style.change}`} data-direction={direction}>
    {text}
  </span>
)

function Action({ symbol, market }: AssetCells) {
  const trade = useOpenTrade()
  const look = { kind: 'tinted', size: 'small', className: style.action } as const
  if (symbol === VALUATION_CURRENCY)
    return (
      <ButtonLink to={convertPath({ from: symbol })} state={{ keepsScroll: true }} {...look}>
        {assetsText.balance.convert}
        <span className="visually-hidden"> {symbol}</span>
      </ButtonLink>
    )
  if (market === undefined) return null
  return (
    <Button {...look} onClick={() => trade(market)}>
      {assetsText.table.trade}
      <span className="visually-hidden"> {symbol}</span>
    </Button>
  )
}
