import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { NetworkView, WalletCurrencyView } from '../../../../contract/wallet/views.ts'
import { WithUser } from '../../../components/with-user.tsx'
import { profileAtom } from '../../../state/account/profile.ts'
import { openWithdrawAtom, withdrawStepOf } from '../../../state/withdraw/form.ts'
import { appText } from '../../../text/app.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { useOnChange } from '../../../ui/use-on-change.ts'
import { WithWalletCoin } from '../funds/wallet-coins.tsx'
import { WithNetworks } from '../funds/with-networks.tsx'
import { AddressStep } from './address-step.tsx'
import { AmountStep } from './amount-step.tsx'
import { CodeStep } from './code-step.tsx'
import { DoneStep } from './done-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { WithLimits } from './with-limits.tsx'

type Props = { symbol: string | undefined; network: string | undefined; onClose: () => void }

/** Sends a coin to an address outside the exchange: address, amount, review, code, status. */
export default function WithdrawSheet({ symbol, network, onClose }: Props) {
  const user = useAtomValue(profileAtom)?.uuid
  const [, setParams] = useSearchParams()
  const choose = (coin: string | undefined, chosen?: NetworkView) =>
    setParams(
      { withdraw: '', ...(coin !== undefined && { currency: coin }), ...(chosen && { network: chosen.code }) },
      { replace: chosen !== undefined || coin === undefined, state: { keepsScroll: true } },
    )
  return (
    <Sheet
      title={user === undefined || symbol === undefined ? withdrawText.title : <Title user={user} symbol={symbol} />}
      close={appText.close}
      onClose={onClose}
      isPage
    >
      <WithUser>
        {(id) => (
          <WithWalletCoin direction="withdraw" symbol={symbol} onChoose={choose}>
            {(coin) => (
              <Withdraw
                key={coin.id}
                user={id}
                coin={coin}
                network={network}
                onNetwork={(chosen) => choose(coin.symbol, chosen)}
                onClose={onClose}
              />
            )}
          </WithWalletCoin>
        )}
      </WithUser>
    </Sheet>
  )
}

const Title = ({ user, symbol }: { user: string; symbol: string }) =>
  withdrawText.titles[useAtomValue(withdrawStepOf(user)).name](symbol)

type WithdrawProps = {
  user: string
  coin: WalletCurrencyView
  network: string | undefined
  onNetwork: (network: NetworkView) => void
  onClose: () => void
}

function Withdraw({ user, coin, network, onNetwork, onClose }: WithdrawProps) {
  useOnChange(
    useMemo(() => ({ user, currency: coin.symbol }), [user, coin.symbol]),
    useSetAtom(openWithdrawAtom),
  )
  const step = useAtomValue(withdrawStepOf(user))
  if (step.name === 'done') return <DoneStep user={user} uuid={step.uuid} onClose={onClose} />
  return (
    <WithLimits user={user} symbol={coin.symbol}>
      {(limits) => (
        <WithNetworks
          user={user}
          coin={coin}
          network={network}
          direction="withdraw"
          isListed={step.name === 'address'}
          onChoose={onNetwork}
        >
          {(selected) => {
            const props = { user, coin, network: selected, limits }
            if (step.name === 'address') return <AddressStep {...props} />
            if (step.name === 'amount') return <AmountStep {...props} />
            return step.name === 'review' ? <ReviewStep {...props} /> : <CodeStep {...props} />
          }}
        </WithNetworks>
      )}
    </WithLimits>
  )
}
