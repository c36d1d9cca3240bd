import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { RewardKind } from '../../../contract/earn/views.ts'
import { PagedCells } from '../../components/cell-states.tsx'
import { SideCard } from '../../components/desk/side-card.tsx'
import { grouped } from '../../format/numbers.ts'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { rewardHistoryOf } from '../../state/earn/reward-history.ts'
import { earnText } from '../../text/earn.ts'
import { Cell, Placeholder, Section } from '../../ui/cells/cells.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { EarnHint } from './earn-hint.tsx'
import style from './history-section.module.css'

const text = earnText.history

const ICONS: Readonly<Record<RewardKind, IconName>> = {
  mining: 'earn',
  daily: 'gift',
  task: 'check',
  friend_bonus: 'frens',
  commission: 'wallet',
}

/** Loads when it is opened. */
export function FoldedHistory({ user }: { user: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Section>
        <Cell icon="history" title={text.title} line={text.line} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      </Section>
      {isOpen && (
        <RewardHistory user={user} empty={<Placeholder icon="history" title={text.empty} line={text.emptyLine} />} />
      )}
    </>
  )
}

/** In the right column of a desk. */
export const HistoryCard = ({ user }: { user: string }) => (
  <SideCard title={text.title}>
    <RewardHistory user={user} empty={<EarnHint>{text.empty}</EarnHint>} />
  </SideCard>
)

function RewardHistory({ user, empty }: { user: string; empty: ReactNode }) {
  const { list, load, next } = rewardHistoryOf(user)
  const [rewards, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  return (
    <PagedCells
      list={rewards}
      failed={text.failed}
      failedLine={earnText.failedLine}
      more={text.more}
      empty={empty}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {({ uuid, kind, reason, amount, currency_symbol: symbol, created_at }) => (
        <Cell key={uuid} icon={ICONS[kind]} title={reason || text.kinds[kind]} line={dayTime(created_at, now)}>
          <span className={style.amount}>
            +{grouped(amount)} <small>{symbol}</small>
          </span>
        </Cell>
      )}
    </PagedCells>
  )
}
