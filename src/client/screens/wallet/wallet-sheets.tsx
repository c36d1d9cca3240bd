import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '../../ui/states/lazy-part.tsx'

const moneySheets = () => import('./money-sheets.ts')

const ConvertSheet = lazyPart(() => moneySheets().then((all) => ({ default: all.ConvertSheet })))
const DepositSheet = lazyPart(() => moneySheets().then((all) => ({ default: all.DepositSheet })))
const WithdrawSheet = lazyPart(() => moneySheets().then((all) => ({ default: all.WithdrawSheet })))
const PlayWalletSheet = lazyPart(() => moneySheets().then((all) => ({ default: all.PlayWalletSheet })))

/** The sheets are in the query string: they can be linked, and Back closes them. */
export function WalletSheets() {
  const [params, setParams] = useSearchParams()
  const close = () => setParams({}, { replace: true, state: { keepsScroll: true } })
  return <Suspense fallback={null}>{sheetOf(params, close)}</Suspense>
}

function sheetOf(params: URLSearchParams, close: () => void) {
  const symbolOf = (name: string) => params.get(name)?.toUpperCase() || undefined
  const [symbol, network] = [symbolOf('currency'), params.get('network') || undefined]
  if (params.has('convert')) return <ConvertSheet from={symbolOf('from')} to={symbolOf('to')} onClose={close} />
  if (params.has('deposit')) return <DepositSheet symbol={symbol} network={network} onClose={close} />
  if (params.has('withdraw')) return <WithdrawSheet symbol={symbol} network={network} onClose={close} />
  if (params.has('play-wallet')) return <PlayWalletSheet onClose={close} />
  return null
}
