import { useAtomValue, useSetAtom } from 'jotai'
import { useSearchParams } from 'react-router-dom'
import { EmptyChart } from '../../components/charts/value-chart.tsx'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { loadMarketsAtom } from '../../state/markets/markets.ts'
import { type AssetDetail, assetDetailAtom } from '../../state/portfolio/asset-detail.ts'
import { retryAssetsAtom } from '../../state/portfolio/balances.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { AssetActions } from './asset-actions.tsx'
import { AssetFigures } from './asset-figures.tsx'
import { AssetHead } from './asset-head.tsx'
import { AssetHistory } from './asset-history.tsx'
import { AssetMarkets } from './asset-markets.tsx'
import { AssetPrice } from './asset-price.tsx'
import style from './asset-screen.module.css'
import { symbolOf } from './symbol-param.ts'

const text = assetsText.asset

/** One asset: balance, price, figures, actions, history, markets. On a desk actions and markets are on the right. */
export default function AssetScreen() {
  const symbol = symbolOf(useSearchParams()[0])
  const coin = useAtomValue(assetDetailAtom)(symbol)
  switch (coin.state) {
    case 'loading':
      return <LoadingAsset />
    case 'failed':
      return <FailedAsset />
    case 'unknown':
      return (
        <div className="page page-center">
          <EmptyState icon="wallet" title={text.none} line={symbol === '' ? text.nothingAsked : text.noneLine(symbol)}>
            <ButtonLink to="/wallet" size="small">
              {text.toAssets}
            </ButtonLink>
          </EmptyState>
        </div>
      )
    case 'known':
      return <AssetContent key={symbol} coin={coin} />
  }
}

function AssetContent({ coin }: { coin: Extract<AssetDetail, { state: 'known' }> }) {
  const isWide = useWideScreen()
  const markets = <AssetMarkets symbol={coin.asset.currency.symbol} markets={coin.markets} />
  return (
    <DeskPage className={style.page}>
      <DeskColumns
        top={
          <>
            <AssetHead coin={coin} />
            {coin.main && <AssetPrice market={coin.main} />}
            <AssetFigures coin={coin} />
          </>
        }
        side={
          <>
            <AssetActions coin={coin} />
            {isWide && markets}
          </>
        }
        main={
          <>
            <AssetHistory currency={coin.asset.currency} />
            {!isWide && markets}
          </>
        }
      />
    </DeskPage>
  )
}

function LoadingAsset() {
  const isWide = useWideScreen()
  return (
    <DeskPage className={style.page}>
      <DeskColumns
        top={
          <div aria-busy="true">
            <div className={style.head}>
              <Skeleton width={44} height={44} />
              <Skeleton width={180} height={28} />
            </div>
            <EmptyChart className={style.chart} />
            <SkeletonRows count={4} height={36} />
          </div>
        }
        side={isWide && <Skeleton width="100%" height={240} />}
      />
    </DeskPage>
  )
}

function FailedAsset() {
  const retry = useSetAtom(retryAssetsAtom)
  const load = useSetAtom(loadMarketsAtom)
  return (
    <div className="page page-center">
      <EmptyState icon="alert" title={assetsText.wallet.failed} line={assetsText.wallet.failedLine} isError>
        <Button
          size="small"
          onClick={() => {
            retry()
            void load()
          }}
        >
          {appText.retry}
        </Button>
      </EmptyState>
    </div>
  )
}
