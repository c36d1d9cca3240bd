import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { WalletCurrencyView } from '../../../../contract/wallet/views.ts'
import { CoinOption } from '../../../components/coins/coin-option.tsx'
import { matchesCoin } from '../../../format/coin-search.ts'
import { availableAtom } from '../../../state/portfolio/balances.ts'
import { type Direction, walletCoinsAtom } from '../../../state/wallet/networks.ts'
import { appText } from '../../../text/app.ts'
import { convertText } from '../../../text/convert.ts'
import { depositText } from '../../../text/deposit.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Button } from '../../../ui/button.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { FirstStep } from '../../../ui/overlays/step-view.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { RowList } from './rows.tsx'

const TEXTS = { deposit: depositText, withdraw: withdrawText } as const

const MAX_WITHOUT_SEARCH = 5

const isEnabled = (coin: WalletCurrencyView, direction: Direction): boolean =>
  direction === 'deposit' ? coin.deposit_enabled : coin.withdraw_enabled

type Props = {
  direction: Direction
  /** Undefined: the list is shown. */
  symbol: string | undefined
  onChoose: (symbol: string | undefined) => void
  children: (coin: WalletCurrencyView) => ReactNode
}

/** The chosen coin, or a list to choose from. */
export function WithWalletCoin({ direction, symbol, onChoose, children }: Props) {
  const coins = useAtomValue(walletCoinsAtom)
  const retry = useSetAtom(walletCoinsAtom)
  if (coins.state === 'loading')
    return (
      <div aria-busy="true">
        <SkeletonRows count={4} height={56} />
      </div>
    )
  if (coins.state === 'failed')
    return (
      <EmptyState icon="alert" title={depositText.failed} line={coins.errorText ?? depositText.failedLine} isError>
        <Button size="small" onClick={() => void retry('retry')}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  if (symbol === undefined) return <CoinList direction={direction} coins={coins.value} onChoose={onChoose} />
  const coin = coins.value.find((one) => one.symbol === symbol)
  if (coin) return children(coin)
  return (
    <EmptyState icon={direction} title={TEXTS[direction].unknown(symbol)} line={depositText.unknownLine}>
      <Button size="small" onClick={() => onChoose(undefined)}>
        {depositText.otherCoin}
      </Button>
    </EmptyState>
  )
}

type ListProps = Pick<Props, 'direction' | 'onChoose'> & { coins: readonly WalletCurrencyView[] }

/** Enabled coins first, of a withdrawal those with a balance. */
function CoinList({ direction, coins, onChoose }: ListProps) {
  const [search, setSearch] = useState('')
  const available = useAtomValue(availableAtom)
  const text = TEXTS[direction]
  const rank = (coin: WalletCurrencyView) =>
    (isEnabled(coin, direction) ? 0 : 2) + (available(coin.id as never) > 0n ? 0 : 1)
  const offered = coins.filter((coin) => !coin.is_hidden || available(coin.id as never) > 0n)
  const shown = offered.filter((coin) => matchesCoin(coin, search)).sort((a, b) => rank(a) - rank(b))
  if (offered.length === 0) return <EmptyState icon={direction} title={text.noCoins} line={text.noCoinsLine} />
  return (
    <FirstStep label={depositText.choose}>
      {offered.length > MAX_WITHOUT_SEARCH && (
        <SearchField label={convertText.search} value={search} onType={setSearch} />
      )}
      <RowList>
        {shown.map((coin) => (
          <li key={coin.id}>
            <CoinOption
              symbol={coin.symbol}
              name={coin.name}
              note={isEnabled(coin, direction) ? undefined : text.paused}
              isDisabled={!isEnabled(coin, direction)}
              onPress={() => onChoose(coin.symbol)}
            />
          </li>
        ))}
      </RowList>
      {shown.length === 0 && <Hint>{convertText.noMatch}</Hint>}
    </FirstStep>
  )
}
