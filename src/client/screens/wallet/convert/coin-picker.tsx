import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ConvertCurrencyView } from '../../../../contract/convert/views.ts'
import { CoinOption } from '../../../components/coins/coin-option.tsx'
import { matchesCoin } from '../../../format/coin-search.ts'
import { toCoinsOf } from '../../../state/convert/coins.ts'
import { availableText } from '../../../state/convert/convert-figures.ts'
import type { Coins } from '../../../state/convert/draft.ts'
import { chooseCoinAtom, convertibleOf } from '../../../state/convert/form.ts'
import { unitsOf } from '../../../state/portfolio/balances.ts'
import { appText } from '../../../text/app.ts'
import { convertText } from '../../../text/convert.ts'
import { Button } from '../../../ui/button.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StepView } from '../../../ui/overlays/step-view.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import style from './coin-picker.module.css'

type Props = { user: string; side: 'from' | 'to'; coins: Coins; onClose: () => void }

/** The coins of one side, those with a balance first. Back and Escape return to the form. */
export function CoinPicker({ user, side, coins, onClose }: Props) {
  const [search, setSearch] = useState('')
  const choose = useSetAtom(chooseCoinAtom)
  const targets = useAtomValue(toCoinsOf(user)(coins.from.id))
  const retry = useSetAtom(toCoinsOf(user)(coins.from.id))
  const all = useAtomValue(convertibleOf(user)) ?? []
  const ids = targets.state === 'ready' ? new Set(targets.value.map(({ id }) => id)) : undefined
  const listed = side === 'from' ? all : all.filter(({ id }) => id !== coins.from.id && ids?.has(id) !== false)
  const shown = heldFirst(listed).filter((coin) => matchesCoin(coin, search))
  const isFailed = side === 'to' && targets.state === 'failed'
  return (
    <StepView
      className={style.picker}
      label={side === 'from' ? convertText.chooseFrom : convertText.chooseTo}
      onBack={onClose}
    >
      <header>
        <Button size="small" onClick={onClose}>
          <Icon name="chevron-left" size={16} />
          {convertText.back}
        </Button>
        <h3>{side === 'from' ? convertText.chooseFrom : convertText.chooseTo}</h3>
      </header>
      {isFailed ? (
        <EmptyState
          icon="alert"
          title={convertText.failedCoins}
          line={targets.errorText ?? convertText.failedTo}
          isError
        >
          <Button size="small" onClick={() => void retry('retry')}>
            {appText.retry}
          </Button>
        </EmptyState>
      ) : (
        <>
          <SearchField label={convertText.search} value={search} onType={setSearch} />
          <ul>
            {shown.map((coin) => (
              <li key={coin.id}>
                <CoinOption
                  symbol={coin.symbol}
                  name={coin.name}
                  note={unitsOf(coin.balance) > 0n ? availableText(coin) : undefined}
                  isCurrent={coin.id === coins[side]?.id}
                  onPress={() => {
                    choose(user, side, coin.symbol)
                    onClose()
                  }}
                />
              </li>
            ))}
          </ul>
          {shown.length === 0 && <Hint>{convertText.noMatch}</Hint>}
        </>
      )}
    </StepView>
  )
}

function heldFirst(coins: readonly ConvertCurrencyView[]): readonly ConvertCurrencyView[] {
  const isHeld = ({ balance }: ConvertCurrencyView) => unitsOf(balance) > 0n
  return [...coins.filter(isHeld), ...coins.filter((coin) => !isHeld(coin))]
}
