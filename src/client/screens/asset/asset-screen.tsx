import './asset.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { retryAssetsAtom } from '../../atoms/balances.ts'
import { type Coin, coinAtom } from '../../atoms/coin.ts'
import { loadMarketsAtom } from '../../atoms/pairs.ts'
import { text } from '../../text/en.ts'
import { asset as words } from '../../text/en-assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { NoLine } from '../../ui/value-line.tsx'
import { AssetActions } from './asset-actions.tsx'
import { AssetFigures } from './asset-figures.tsx'
import { AssetHead } from './asset-head.tsx'
import { AssetMarkets } from './asset-markets.tsx'
import { AssetPast } from './asset-past.tsx'
import { AssetPrice } from './asset-price.tsx'
import { symbolOf } from './symbol-of.ts'

/** One of the reader's assets: how much, where its price went, what it cost, and what they did with it. */
export default function AssetScreen() {
  const symbol = symbolOf(useSearchParams()[0])
  const coin = useAtomValue(coinAtom)(symbol)
  switch (coin.state) {
    case 'loading':
      return <Waiting />
    case 'failed':
      return <Failed />
    case 'unknown':
      return (
        <div className="page page-center">
          <Empty icon="wallet" title={words.none} line={symbol === '' ? words.nothingAsked : words.noneLine(symbol)}>
            <ButtonLink to="/wallet" size="small">
              {words.toAssets}
            </ButtonLink>
          </Empty>
        </div>
      )
    case 'known':
      return <Known key={symbol} coin={coin} />
  }
}

function Known({ coin }: { coin: Extract<Coin, { state: 'known' }> }) {
  return (
    <div className="page asset">
      <AssetHead coin={coin} />
      {coin.main && <AssetPrice market={coin.main} />}
      <AssetFigures coin={coin} />
      <AssetActions coin={coin} />
      <AssetPast symbol={coin.asset.currency.symbol} markets={coin.markets} />
      <AssetMarkets markets={coin.markets} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="page asset" aria-busy="true">
      <div className="asset-head">
        <Skeleton width={44} height={44} />
        <Skeleton width={180} height={28} />
      </div>
      <NoLine />
      <SkeletonRows count={4} height={36} />
    </div>
  )
}

function Failed() {
  const retry = useSetAtom(retryAssetsAtom)
  const load = useSetAtom(loadMarketsAtom)
  return (
    <div className="page page-center">
      <Empty icon="alert" title={text.wallet.failed} line={text.wallet.safe} isTrouble>
        <Button
          size="small"
          onClick={() => {
            retry()
            void load()
          }}
        >
          {text.retry}
        </Button>
      </Empty>
    </div>
  )
}
