import { useAtomValue, useSetAtom } from 'jotai'
import type { FriendsView } from '../../../contract/referrals/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { PagedCells } from '../../components/cell-states.tsx'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { FigureTiles } from '../../components/referrals/figure-tiles.tsx'
import { InviteCard } from '../../components/referrals/invite-card.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { grouped } from '../../format/numbers.ts'
import { dateText } from '../../format/times.ts'
import { friendsOf, referralsOf } from '../../state/referrals/friends.ts'
import { earnText } from '../../text/earn.ts'
import { frensText } from '../../text/frens.ts'
import { Avatar, Cell, List, Section } from '../../ui/cells/cells.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './frens-screen.module.css'
import { LeaderboardSection } from './leaderboard-section.tsx'

/** The invitation, what it has brought, the leaderboard, and the friends. */
export default function FrensScreen() {
  return (
    <CellPage>
      <DeskPage className={style.page}>
        <h1 className="visually-hidden">{frensText.title}</h1>
        <List>
          <WithUser>{(user) => <Frens user={user} />}</WithUser>
        </List>
      </DeskPage>
    </CellPage>
  )
}

/** What to do for the first friend comes before the leaderboard, the friends after it. */
function Frens({ user }: { user: string }) {
  const isWide = useWideScreen()
  const friends = useAtomValue(friendsOf(user).list)
  const head = friends.state === 'ready' ? friends.head : undefined
  const isEmpty = friends.state === 'ready' && friends.items.length === 0
  const percent = useFeeShare(user)
  const rule = head ? frensText.rule(grouped(String(head.friend_bonus))) : frensText.ruleShort
  const list = <FriendsSection user={user} />
  const top = (
    <>
      <InviteCard user={user} rule={rule} />
      {head && !isEmpty && <Summary head={head} />}
      <Section kind={isWide ? 'menu' : 'rows'}>
        <Cell icon="wallet" title={frensText.commission} line={frensText.commissionLine(percent)} to="/referrals" />
      </Section>
      {isEmpty && list}
    </>
  )
  return <DeskColumns top={top} side={<LeaderboardSection user={user} />} main={!isEmpty && list} />
}

/** The share of a friend's fees, in percent. */
function useFeeShare(user: string): string | undefined {
  const referrals = useAtomValue(referralsOf(user).list)
  return referrals.state === 'ready' ? referrals.head?.commission_percent : undefined
}

/** What the invitations have brought so far. */
const Summary = ({ head }: { head: FriendsView }) => (
  <Section kind="block">
    <FigureTiles
      isFlush
      tiles={[
        { name: frensText.count, figure: grouped(String(head.referrals_count)) },
        { name: frensText.earned, figure: grouped(String(head.xp_earned)) },
      ]}
    />
  </Section>
)

/** What to do for the first friend, and what it brings. */
function Steps({ user, bonus }: { user: string; bonus: number }) {
  const { share, trade, earn } = frensText.steps
  const steps = [share, trade, earn(grouped(String(bonus)), useFeeShare(user))]
  return (
    <ol className={style.steps}>
      {steps.map((step, index) => (
        <li key={step}>
          <b aria-hidden="true">{index + 1}</b>
          {step}
        </li>
      ))}
    </ol>
  )
}

function FriendsSection({ user }: { user: string }) {
  const { list, load, next } = friendsOf(user)
  const [friends, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const isEmpty = friends.state === 'ready' && friends.items.length === 0
  return (
    <PagedCells
      list={friends}
      title={isEmpty ? frensText.steps.title : frensText.list}
      failed={frensText.failed}
      failedLine={frensText.failedListLine}
      more={earnText.history.more}
      empty={friends.state === 'ready' && friends.head && <Steps user={user} bonus={friends.head.friend_bonus} />}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {({ uuid, username, status, joined_at, reason, xp_earned }) => (
        <Cell
          key={uuid}
          before={<Avatar name={username} />}
          title={username}
          line={
            <>
              {frensText.joined(frensText.statuses[status], dateText(joined_at))}
              <br />
              {reason}
            </>
          }
        >
          <span className={style.amount}>{earnText.gain(grouped(String(xp_earned)))}</span>
        </Cell>
      )}
    </PagedCells>
  )
}
