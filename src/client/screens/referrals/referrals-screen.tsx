import { useAtomValue, useSetAtom } from 'jotai'
import type { ReferralsView } from '../../../contract/referrals/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { FailedCells, LoadingCells, PagedCells } from '../../components/cell-states.tsx'
import { InviteCard } from '../../components/referrals/invite-card.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { dateText, dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { referralsOf } from '../../state/referrals/friends.ts'
import { payoutsOf } from '../../state/referrals/payouts.ts'
import { earnText } from '../../text/earn.ts'
import { frensText } from '../../text/frens.ts'
import { referralsText } from '../../text/referrals.ts'
import { Avatar, Cell, List, Placeholder, Section } from '../../ui/cells/cells.tsx'
import { ProfitSection } from './profit-section.tsx'
import style from './referrals-screen.module.css'

/** Commissions: the total, the tier, the link, the friends and the payouts. */
export default function ReferralsScreen() {
  return (
    <CellPage>
      <div className={`page ${style.page}`}>
        <List>
          <WithUser>{(user) => <Referrals user={user} />}</WithUser>
        </List>
      </div>
    </CellPage>
  )
}

function Referrals({ user }: { user: string }) {
  const { list, load } = referralsOf(user)
  const [referrals, retry] = [useAtomValue(list), useSetAtom(load)]
  if (referrals.state === 'loading') return <LoadingCells count={4} />
  if (referrals.state === 'failed' || referrals.head === undefined)
    return (
      <FailedCells
        title={frensText.failed}
        line={(referrals.state === 'failed' ? referrals.errorText : undefined) ?? frensText.failedLine}
        onRetry={() => void retry()}
      />
    )
  return (
    <>
      <ProfitSection view={referrals.head} />
      <InviteCard user={user} />
      <HowItWorks view={referrals.head} />
      <FriendsSection user={user} />
      <PayoutsSection user={user} view={referrals.head} />
    </>
  )
}

const HowItWorks = ({ view: { tiers } }: { view: ReferralsView }) => (
  <Section title={referralsText.how} footer={referralsText.activeLine} kind="plain">
    <ol className={style.steps}>
      {referralsText.steps.map(({ title, line }) => (
        <li key={title}>
          <b>{title}</b>
          <span>{line}</span>
        </li>
      ))}
    </ol>
    <dl className={style.tiers}>
      {tiers.map(({ min_count, percent }) => (
        <div key={min_count}>
          <dt>{referralsText.tierRow(min_count)}</dt>
          <dd>{percent}%</dd>
        </div>
      ))}
    </dl>
  </Section>
)

function FriendsSection({ user }: { user: string }) {
  const { list, load, next } = referralsOf(user)
  const [friends, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  return (
    <PagedCells
      list={friends}
      title={referralsText.list}
      failed={frensText.failed}
      failedLine={frensText.failedListLine}
      more={earnText.history.more}
      empty={<Placeholder icon="frens" title={referralsText.none} line={referralsText.noneLine} />}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {({ uuid, name, status, joined_at, reason, volume_usdt, profit }) => (
        <Cell
          key={uuid}
          before={<Avatar name={name} />}
          title={name}
          line={
            <>
              {frensText.joined(frensText.statuses[status], dateText(joined_at))}
              <br />
              {volume_usdt === '0' ? reason : referralsText.volume(grouped(withDecimals(volume_usdt, 2)))}
            </>
          }
        >
          <span className={style.amount}>
            {grouped(withDecimals(profit, 2))} <small>{referralsText.unit}</small>
          </span>
        </Cell>
      )}
    </PagedCells>
  )
}

function PayoutsSection({ user, view }: { user: string; view: ReferralsView }) {
  const { list, load, next } = payoutsOf(user)
  const [payouts, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  return (
    <>
      <PagedCells
        list={payouts}
        title={referralsText.payouts}
        failed={earnText.history.failed}
        failedLine={referralsText.failedLine}
        more={earnText.history.more}
        empty={<Placeholder icon="wallet" title={referralsText.noPayouts} line={referralsText.noPayoutsLine} />}
        onRetry={() => void retry()}
        onMore={() => void more()}
      >
        {({ uuid, reason, amount, currency_symbol: symbol, created_at }) => (
          <Cell key={uuid} icon="wallet" title={reason} line={dayTime(created_at, now)}>
            <span className={style.amount}>
              +{grouped(amount)} <small>{symbol}</small>
            </span>
          </Cell>
        )}
      </PagedCells>
      <p className={style.next}>{referralsText.nextPayout(dayTime(view.next_payout_at, now))}</p>
    </>
  )
}
