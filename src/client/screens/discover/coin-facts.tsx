import { useAtom } from 'jotai'
import type { PairDescriptionView } from '../../../contract/markets/views.ts'
import { Price } from '../../components/price.tsx'
import { compact, grouped } from '../../format/numbers.ts'
import { formatPrice, formatTurnover } from '../../format/pair-numbers.ts'
import { dateText } from '../../format/times.ts'
import type { Market } from '../../state/markets/markets.ts'
import { descriptionOf } from '../../state/markets/pair-description.ts'
import { appText } from '../../text/app.ts'
import { discoverText } from '../../text/discover.ts'
import { tradeText } from '../../text/trade.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import style from './coin-sheet.module.css'

/** The coin's description, links and figures. */
export function CoinFacts({ market }: { market: Market }) {
  const [description, query] = useAtom(descriptionOf(market.pair.id))
  switch (description.state) {
    case 'loading':
      return (
        <div className={style.loading} role="status" aria-label={appText.loading}>
          <Skeleton width={88} height={20} />
          <Skeleton width="96%" />
          <Skeleton width="72%" />
          <Skeleton width="60%" height={36} />
          <Figures market={market} />
        </div>
      )
    case 'failed':
      return (
        <>
          <p className={style.failed} role="alert">
            <Icon name="alert" size={20} className={style.alert} />
            <span>{description.errorText ?? tradeText.info.failed}</span>
            <Button size="small" className={style.retry} onClick={() => void query()}>
              {appText.retry}
            </Button>
          </p>
          <Figures market={market} />
        </>
      )
    case 'ready':
      return (
        <>
          <Tag className={description.facts.risk_level === 'high' ? style.highRisk : style.risk}>
            {discoverText.risk[description.facts.risk_level]}
          </Tag>
          <p className={style.description}>{description.facts.description}</p>
          <Links facts={description.facts} />
          <Figures market={market} facts={description.facts} />
        </>
      )
  }
}

function Links({ facts: { website, explorer, socials } }: { facts: PairDescriptionView }) {
  const links = [
    { name: discoverText.links.website, url: website },
    { name: discoverText.links.explorer, url: explorer },
    ...socials.map(({ type, url }) => ({ name: discoverText.links[type], url })),
  ].filter(({ url }) => url?.startsWith('https://'))
  return (
    <ul className={style.links} aria-label={discoverText.linksTitle}>
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url ?? ''} target="_blank" rel="noreferrer">
            {name}
            <Icon name="external" size={16} className={style.external} />
            <span className="visually-hidden">, {discoverText.newTab}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Unknown figures are left out, and a supply without a maximum. */
function Figures({ market: { pair, view }, facts }: { market: Market; facts?: PairDescriptionView }) {
  const { base, quote } = pair
  const price = (text: string | null | undefined) => (text == null ? undefined : formatPrice(pair, text))
  const coins = (amount: string | null | undefined) =>
    amount == null ? undefined : `${grouped(amount)} ${base.symbol}`
  const short = (amount: string | null | undefined, unit: string) =>
    amount == null ? undefined : `${compact(amount)} ${unit}`
  return (
    <dl className={style.figures} aria-label={discoverText.figures}>
      <Figure name={discoverText.high} value={price(view.high_24h)} />
      <Figure name={discoverText.low} value={price(view.low_24h)} />
      <Figure name={discoverText.volume} value={formatTurnover(pair, view.turnover_24h)} />
      <Figure name={discoverText.cap} value={short(facts?.market_cap, quote.symbol)} />
      <Figure name={discoverText.circulating} value={coins(facts?.circulating_supply)} />
      <Figure name={discoverText.maxSupply} value={coins(facts?.max_supply)} />
      <Figure name={discoverText.allTimeHigh} value={price(facts?.all_time_high)} />
      <Figure name={discoverText.listed} value={view.listed_at === null ? undefined : dateText(view.listed_at)} />
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Price text={value} />
      </dd>
    </div>
  )
}
