import { useAtom } from 'jotai'
import type { PairDescriptionView } from '../../../contract/views.ts'
import { descriptionOf } from '../../atoms/pair-description.ts'
import type { Market } from '../../atoms/pairs.ts'
import { compact, grouped, NONE } from '../../format/numbers.ts'
import { priceWords, turnoverWords } from '../../format/pair-numbers.ts'
import { dayWords } from '../../format/times.ts'
import { text } from '../../text/en.ts'
import { coin as words } from '../../text/en-discover.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What is known of the coin by whoever listed it, and its last day here. */
export function CoinFacts({ market }: { market: Market }) {
  const [description, ask] = useAtom(descriptionOf(market.pair.id))
  switch (description.state) {
    case 'loading':
      return (
        <div className="coin-waiting" role="status" aria-label={text.loading}>
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
          <p className="coin-failed" role="alert">
            <Icon name="alert" size={20} />
            <span>{description.why ?? trade.info.failed}</span>
            <Button size="small" onClick={() => void ask()}>
              {text.retry}
            </Button>
          </p>
          <Figures market={market} />
        </>
      )
    case 'ready':
      return (
        <>
          <span className="tag" data-risk={description.facts.risk_level}>
            {words.risk[description.facts.risk_level]}
          </span>
          <p className="coin-words">{description.facts.description}</p>
          <Links facts={description.facts} />
          <Figures market={market} facts={description.facts} />
        </>
      )
  }
}

function Links({ facts: { website, explorer, socials } }: { facts: PairDescriptionView }) {
  const links = [
    { name: words.links.website, url: website },
    { name: words.links.explorer, url: explorer },
    ...socials.map(({ type, url }) => ({ name: words.links[type], url })),
  ].filter(({ url }) => url?.startsWith('https://'))
  return (
    <ul className="coin-links" aria-label={words.linksTitle}>
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url ?? ''} target="_blank" rel="noreferrer">
            {name}
            <Icon name="external" size={16} />
            <span className="unseen">, {words.newTab}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A figure that nobody here knows is left out, but for the supply: that there is no bound is worth a dash. */
function Figures({ market: { pair, view }, facts }: { market: Market; facts?: PairDescriptionView }) {
  const price = (text: string | null) => (text === null ? NONE : priceWords(pair, text))
  const { base, quote } = pair
  const coins = (amount: string) => `${grouped(amount)} ${base.symbol}`
  const money = (amount: string) => `${compact(amount)} ${quote.symbol}`
  return (
    <dl className="coin-figures" aria-label={words.figures}>
      <Figure name={words.high} value={price(view.high_24h)} />
      <Figure name={words.low} value={price(view.low_24h)} />
      <Figure
        name={words.volume}
        value={view.volume_24h === null ? NONE : `${compact(view.volume_24h)} ${base.symbol}`}
      />
      <Figure name={words.turnover} value={turnoverWords(pair, view.turnover_24h) ?? NONE} />
      {facts?.market_cap != null && <Figure name={words.cap} value={money(facts.market_cap)} />}
      {facts?.circulating_supply != null && <Figure name={words.circulating} value={coins(facts.circulating_supply)} />}
      {facts && <Figure name={words.maxSupply} value={facts.max_supply === null ? NONE : coins(facts.max_supply)} />}
      {facts?.all_time_high != null && <Figure name={words.allTimeHigh} value={price(facts.all_time_high)} />}
      {view.listed_at !== null && <Figure name={words.listed} value={dayWords(view.listed_at)} />}
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Price words={value} />
      </dd>
    </div>
  )
}
