import { useSearchParams } from 'react-router-dom'
import type { NetworkView, WalletCurrencyView } from '../../../../contract/wallet/views.ts'
import { WithUser } from '../../../components/with-user.tsx'
import { depositText } from '../../../text/deposit.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { FirstStep } from '../../../ui/overlays/step-view.tsx'
import { WithWalletCoin } from '../funds/wallet-coins.tsx'
import { WithNetworks } from '../funds/with-networks.tsx'
import { DepositAddress } from './deposit-address.tsx'
import { PlayCard } from './play-card.tsx'
import { RecentDeposits } from './recent-deposits.tsx'
import { WalletPayment } from './wallet-payment.tsx'

type Props = { symbol: string | undefined; network: string | undefined; onClose: () => void }

/** Shows the own address of a coin on a network, and what arrived there. */
export default function DepositSheet({ symbol, network, onClose }: Props) {
  const [, setParams] = useSearchParams()
  const choose = (coin: string | undefined, chosen?: NetworkView) =>
    setParams(
      { deposit: '', ...(coin !== undefined && { currency: coin }), ...(chosen && { network: chosen.code }) },
      { replace: chosen !== undefined || coin === undefined, state: { keepsScroll: true } },
    )
  return (
    <Sheet
      title={symbol === undefined ? depositText.title : depositText.titleOf(symbol)}
      close={depositText.close}
      onClose={onClose}
      isPage
    >
      <WithUser>
        {(user) => (
          <WithWalletCoin direction="deposit" symbol={symbol} onChoose={choose}>
            {(coin) => (
              <Deposit
                key={coin.id}
                user={user}
                coin={coin}
                network={network}
                onNetwork={(chosen) => choose(coin.symbol, chosen)}
              />
            )}
          </WithWalletCoin>
        )}
      </WithUser>
    </Sheet>
  )
}

type DepositProps = {
  user: string
  coin: WalletCurrencyView
  network: string | undefined
  onNetwork: (network: NetworkView) => void
}

const Deposit = ({ user, coin, network, onNetwork }: DepositProps) => (
  <FirstStep label={depositText.titleOf(coin.symbol)}>
    <WithNetworks user={user} coin={coin} network={network} direction="deposit" isListed onChoose={onNetwork}>
      {(selected) => (
        <>
          <WalletPayment user={user} coin={coin} network={selected} />
          <DepositAddress key={selected.id} symbol={coin.symbol} network={selected} />
          <PlayCard user={user} coin={coin} network={selected} />
        </>
      )}
    </WithNetworks>
    <RecentDeposits user={user} currency={coin.id} />
  </FirstStep>
)
