import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { fiatName, fiatSign } from '../../format/fiat.ts'
import { selectedCurrencyAtom } from '../../state/app/preferences.ts'
import { rateTextAtom } from '../../state/markets/fiat-rate-text.ts'
import { currenciesAtom, ratesAtom } from '../../state/markets/fiat-rates.ts'
import { appText } from '../../text/app.ts'
import { displayText } from '../../text/display.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import style from './currency-grid.module.css'

const SKELETONS = Array.from({ length: 24 }, (_, index) => index)

/** The display currencies, four per row, and the rate of the chosen one. */
export function CurrencyGrid({ onChosen }: { onChosen: () => void }) {
  const [names, query] = useAtom(currenciesAtom)
  const [search, setSearch] = useState('')
  if (names.state === 'failed')
    return (
      <EmptyState icon="alert" title={displayText.failed} line={names.errorText ?? displayText.failedLine} isError>
        <Button size="small" onClick={() => void query('retry')}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  return (
    <>
      <Rate />
      <SearchField label={displayText.search} value={search} onType={setSearch} />
      {names.state === 'loading' ? (
        <div className={style.grid} aria-hidden="true">
          {SKELETONS.map((index) => (
            <Skeleton key={index} width="100%" height={56} />
          ))}
        </div>
      ) : (
        <Currencies codes={names.value.rate_names} search={search} onClear={() => setSearch('')} onChosen={onChosen} />
      )}
    </>
  )
}

type CurrenciesProps = { codes: readonly string[]; search: string; onClear: () => void; onChosen: () => void }

function Currencies({ codes, search, onClear, onChosen }: CurrenciesProps) {
  const wanted = search.trim().toUpperCase()
  const shown = codes.filter((code) => `${code} ${fiatName(code)}`.toUpperCase().includes(wanted))
  if (shown.length === 0)
    return (
      <EmptyState icon="search" title={displayText.none} line={displayText.noneLine}>
        <Button size="small" onClick={onClear}>
          {displayText.clear}
        </Button>
      </EmptyState>
    )
  return (
    <ul className={style.grid}>
      {shown.map((code) => (
        <li key={code}>
          <Currency code={code} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  )
}

function Currency({ code, onChosen }: { code: string; onChosen: () => void }) {
  const [chosen, choose] = useAtom(selectedCurrencyAtom)
  const [isChosen, name, sign] = [chosen === code, fiatName(code), fiatSign(code).trim()]
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={name}
      onClick={() => {
        choose(code)
        onChosen()
      }}
    >
      <b>{code}</b>
      <span className="visually-hidden">{name}</span>
      <small aria-hidden="true">{sign === code ? name.split(' ').at(-1) : sign}</small>
      {isChosen && <Icon name="check" size={16} className={style.check} />}
    </button>
  )
}

function Rate() {
  const [rates, query] = useAtom(ratesAtom)
  const rateText = useAtomValue(rateTextAtom)
  if (rates.state === 'failed')
    return (
      <p className={style.rate} role="alert">
        <span data-error>{displayText.failedRate}</span>
        <Button kind="text" size="small" onClick={() => void query('retry')}>
          {appText.retry}
        </Button>
      </p>
    )
  return (
    <p className={style.rate}>
      <span data-error={rateText?.isError || undefined}>{rateText?.text}</span> <span>{displayText.displayOnly}</span>
    </p>
  )
}
