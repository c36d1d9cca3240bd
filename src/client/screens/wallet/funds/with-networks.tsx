import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { isStaleAtom } from '../../../state/app/connection-status.ts'
import { type Direction, networksOf, obstacleOf, selectedNetwork } from '../../../state/wallet/networks.ts'
import { appText } from '../../../text/app.ts'
import { depositText } from '../../../text/deposit.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { NetworkRows } from './network-rows.tsx'

type Props = {
  user: string
  coin: { readonly id: number; readonly symbol: string }
  /** The code of the chosen one; undefined: the default. */
  network: string | undefined
  direction: Direction
  /** Whether the networks are listed above the children. */
  isListed: boolean
  onChoose: (network: NetworkView) => void
  children: (network: NetworkView) => ReactNode
}

/** The selected network of a coin; without one that can be used, the reason. */
export function WithNetworks({ user, coin, network: code, direction, isListed, onChoose, children }: Props) {
  const query = useAtomValue(networksOf(user)(coin.id))
  const retry = useSetAtom(networksOf(user)(coin.id))
  const isOffline = useAtomValue(isStaleAtom)
  if (query.state === 'loading')
    return (
      <div aria-busy="true">
        <SkeletonRows count={4} height={60} />
      </div>
    )
  if (query.state === 'failed')
    return (
      <EmptyState
        icon="alert"
        title={depositText.failed}
        line={isOffline ? appText.errors.unreachable : (query.errorText ?? depositText.failedLine)}
        isError
      >
        <Button size="small" onClick={() => void retry('retry')}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  const selected = selectedNetwork(query.value, code, direction)
  const text = direction === 'deposit' ? depositText : withdrawText
  if (!selected) return <EmptyState icon={direction} title={text.unknown(coin.symbol)} line={text.noCoinsLine} />
  const obstacle = obstacleOf(selected, direction)
  return (
    <>
      {isListed && (
        <NetworkRows
          direction={direction}
          symbol={coin.symbol}
          networks={query.value}
          selected={selected}
          onChoose={onChoose}
        />
      )}
      {obstacle === undefined ? (
        children(selected)
      ) : (
        <EmptyState
          icon={obstacle === 'starting' ? 'refresh' : 'alert'}
          title={text.obstacles[obstacle].title}
          line={
            (direction === 'deposit' ? selected.deposit_notice : selected.withdraw_notice) ||
            text.obstacles[obstacle].line
          }
        />
      )}
    </>
  )
}
