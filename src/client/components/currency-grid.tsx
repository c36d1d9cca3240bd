import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { currenciesAtom, ratesAtom } from '../atoms/fiat.ts'
import { selectedCurrencyAtom } from '../atoms/preferences.ts'
import { rateWordsAtom } from '../atoms/rate-words.ts'
import { fiatName, fiatSign } from '../format/fiat.ts'
import { text } from '../text/en.ts'
import { fiat as words } from '../text/en-assets.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const WAITING = Array.from({ length: 24 }, (_, place) => place)

/** All currencies amounts can be shown in, four to a row, and what the chosen one is worth. */
export function CurrencyGrid() {
  const [names, ask] = useAtom(currenciesAtom)
  const [search, setSearch] = useState('')
  if (names.state === 'failed')
    return (
      <Empty icon="alert" title={names.why ?? words.failedNames} line={words.failedLine} isTrouble>
        <Button size="small" onClick={() => void ask('retry')}>
          {text.retry}
        </Button>
      </Empty>
    )
  return (
    <>
      <Rate />
      <SearchField label={words.search} value={search} onType={setSearch} />
      {names.state === 'loading' ? (
        <div className="currency-grid" aria-hidden="true">
          {WAITING.map((place) => (
            <Skeleton key={place} width="100%" height={56} />
          ))}
        </div>
      ) : (
        <Currencies codes={names.value.rate_names} search={search} onClear={() => setSearch('')} />
      )}
    </>
  )
}

function Currencies({ codes, search, onClear }: { codes: readonly string[]; search: string; onClear: () => void }) {
  const wanted = search.trim().toUpperCase()
  const shown = codes.filter((code) => `${code} ${fiatName(code)}`.toUpperCase().includes(wanted))
  if (shown.length === 0)
    return (
      <Empty icon="search" title={words.none} line={words.noneLine}>
        <Button size="small" onClick={onClear}>
          {words.clear}
        </Button>
      </Empty>
    )
  return (
    <ul className="currency-grid">
      {shown.map((code) => (
        <li key={code}>
          <Currency code={code} />
        </li>
      ))}
    </ul>
  )
}

function Currency({ code }: { code: string }) {
  const [chosen, choose] = useAtom(selectedCurrencyAtom)
  const [isChosen, name, sign] = [chosen === code, fiatName(code), fiatSign(code).trim()]
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${code}, ${name}`}
      title={name}
      onClick={() => choose(code)}
    >
      <b>{code}</b>
      <small>{sign === code ? name.split(' ').at(-1) : sign}</small>
      {isChosen && <Icon name="check" size={16} />}
    </button>
  )
}

function Rate() {
  const [rates, ask] = useAtom(ratesAtom)
  const rate = useAtomValue(rateWordsAtom)
  if (rates.state === 'failed')
    return (
      <p className="currency-rate" role="alert">
        <span data-trouble>{words.failedRate}</span>
        <Button kind="text" size="small" onClick={() => void ask('retry')}>
          {text.retry}
        </Button>
      </p>
    )
  return (
    <p className="currency-rate">
      <span data-trouble={rate?.isTrouble || undefined}>{rate?.words}</span> <span>{words.forShow}</span>
    </p>
  )
}
