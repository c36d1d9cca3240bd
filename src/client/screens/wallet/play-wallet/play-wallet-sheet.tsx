import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { PlayWalletTransactionView, PlayWalletView } from '../../../../contract/play-wallet/views.ts'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { CoinIcon } from '../../../components/coins/coin-icon.tsx'
import { depositPath } from '../../../components/money-paths.ts'
import { WithUser } from '../../../components/with-user.tsx'
import { MINUS } from '../../../format/numbers.ts'
import { dayTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { walletCoinsAtom, withdrawNetworksOf } from '../../../state/wallet/networks.ts'
import { hasPlayWalletAtom, playWalletOf } from '../../../state/wallet/play-wallet.ts'
import { appText } from '../../../text/app.ts'
import { playWalletText as text } from '../../../text/play-wallet.ts'
import { Hint } from '../../../ui/form/hint.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryState } from '../../../ui/states/query-state.tsx'
import { AddressText, LongCode, shortAddress } from '../funds/address-text.tsx'
import { CopyList, CopyListRow } from '../funds/copy-list.tsx'
import { FundsSection } from '../funds/funds-section.tsx'
import { RowItem, RowLink } from '../funds/rows.tsx'
import style from './play-wallet-sheet.module.css'

/** The external wallet of a play exchange: address, balances, transactions, and the endpoint of its chain. */
export default function PlayWalletSheet({ onClose }: { onClose: () => void }) {
  const hasPlayWallet = useAtomValue(hasPlayWalletAtom)
  return (
    <Sheet title={text.title} close={appText.close} onClose={onClose} isPage>
      {hasPlayWallet ? (
        <WithUser>{(user) => <PlayWallet user={user} />}</WithUser>
      ) : (
        <EmptyState icon="wallet" title={text.failed} line={text.failedLine} />
      )}
    </Sheet>
  )
}

function PlayWallet({ user }: { user: string }) {
  const networks = useAtomValue(withdrawNetworksOf(user))
  const retry = useSetAtom(walletCoinsAtom)
  const [chosen, choose] = useState<number>()
  return (
    <QueryState query={networks} failed={text.failed} line={text.failedLine} onRetry={() => void retry('retry')}>
      {(all) => {
        const selected = all.find(({ id }) => id === chosen) ?? all[0]
        if (selected === undefined) return <EmptyState icon="wallet" title={text.failed} line={text.failedLine} />
        return (
          <>
            <Hint>{text.about}</Hint>
            {all.length > 1 && (
              <Segmented
                className={style.choice}
                label={text.network}
                options={all.map((network) => ({ value: String(network.id), name: network.name }))}
                value={String(selected.id)}
                onChoose={(value) => choose(Number(value))}
              />
            )}
            <WalletOnNetwork key={selected.id} user={user} network={selected} />
          </>
        )
      }}
    </QueryState>
  )
}

function WalletOnNetwork({ user, network }: { user: string; network: NetworkView }) {
  const query = useAtomValue(playWalletOf(user)(network.id))
  const refresh = useSetAtom(playWalletOf(user)(network.id))
  return (
    <QueryState query={query} failed={text.failed} line={text.failedLine} onRetry={() => void refresh('retry')}>
      {(wallet) => (
        <>
          <Balances wallet={wallet} network={network} />
          <Endpoint wallet={wallet} />
          <Transactions transactions={wallet.transactions} />
        </>
      )}
    </QueryState>
  )
}

type BalancesProps = { wallet: PlayWalletView; network: NetworkView }

const Balances = ({ wallet: { balances }, network }: BalancesProps) => (
  <FundsSection title={text.balances} isTitleHidden>
    <ul>
      {balances.map(({ currency_id, symbol, amount }) => (
        <li key={currency_id}>
          <RowLink to={`${depositPath(symbol)}&network=${network.code}`}>
            <CoinIcon symbol={symbol} size={36} />
            <span>
              <b>{amountText(amount, symbol)}</b>
              <small>{text.deposit(symbol)}</small>
            </span>
          </RowLink>
        </li>
      ))}
    </ul>
  </FundsSection>
)

function Endpoint({ wallet: { address, rpc_path, chain_id } }: { wallet: PlayWalletView }) {
  const rpc = `${window.location.origin}${rpc_path}`
  return (
    <>
      <CopyList className={style.endpoint}>
        <CopyListRow name={text.address} text={address} label={text.copyAddress}>
          <AddressText address={address} />
        </CopyListRow>
      </CopyList>
      <details className={style.developers}>
        <summary>{text.developers}</summary>
        <CopyList>
          <CopyListRow name={`${text.rpc}, ${text.chainId.toLowerCase()} ${chain_id}`} text={rpc} label={text.copyRpc}>
            <LongCode>{rpc}</LongCode>
          </CopyListRow>
        </CopyList>
      </details>
    </>
  )
}

function Transactions({ transactions }: { transactions: readonly PlayWalletTransactionView[] }) {
  const now = useAtomValue(clockAtom)
  return (
    <FundsSection title={text.history}>
      {transactions.length === 0 && <Hint>{text.none}</Hint>}
      <ul>
        {transactions.map(({ txid, direction, symbol, amount, address, memo, status, at }) => (
          <RowItem key={`${txid} ${direction} ${symbol}`}>
            <span>
              <b>{`${direction === 'in' ? '+' : MINUS}${amountText(amount, symbol)}`}</b>
              <small>
                {text[direction]} · <code>{shortAddress(address)}</code>
                {memo !== null && ` · ${text.memo(memo)}`}
              </small>
            </span>
            <span className={style.when}>
              <small>{dayTime(at, now)}</small>
              <small>{text.statuses[status]}</small>
            </span>
          </RowItem>
        ))}
      </ul>
    </FundsSection>
  )
}
