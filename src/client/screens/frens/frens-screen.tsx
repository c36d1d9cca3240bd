import { useAtomValue, useSetAtom } from 'jotai'
import { CellPage } from '../../components/cell-page.tsx'
import { PagedCells } from '../../components/cell-states.tsx'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { FigureTiles } from '../../components/referrals/figure-tiles.tsx'
import { InviteCard } from '../../components/referrals/invite-card.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { DASH, grouped } from '../../format/numbers.ts'
import { dateText } from '../../format/times.ts'
import { friendsOf, referralsOf } from '../../state/referrals/friends.ts'
import { earnText } from '../../text/earn.ts'
import { frensText } from '../../text/frens.ts'
import { Avatar, Cell, List, Placeholder, Section } from '../../ui/cells/cells.tsx'
import style from './frens-screen.module.css'
import { LeaderboardSection } from './leaderboard-section.tsx'

/** The invitation, the friends who accepted it, and the leaderboard. */
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

const Frens = ({ user }: { user: string }) => (
  <DeskColumns
    top={
      <>
        <Summary user={user} />
        <InviteCard user={user} />
        <Section>
          <Cell icon="wallet" title={frensText.commission} line={frensText.commissionLine} to="/referrals" />
        </Section>
        <FriendsSection user={user} />
      </>
    }
    side={<LeaderboardSection user={user} />}
  />
)

/** The rule in one line, and what it has brought so far. */
function Summary({ user }: { user: string }) {
  const friends = useAtomValue(friendsOf(user).list)
  const referrals = useAtomValue(referralsOf(user).list)
  const head = friends.state === 'ready' ? friends.head : undefined
  const percent = referrals.state === 'ready' ? referrals.head?.commission_percent : undefined
  return (
    <Section kind="plain" footer={frensText.paid}>
      <p className={style.rule}>{head ? frensText.rule(grouped(String(head.friend_bonus))) : frensText.ruleShort}</p>
      <FigureTiles
        tiles={[
          { name: frensText.count, figure: head ? grouped(String(head.referrals_count)) : DASH },
          { name: frensText.earned, figure: head ? grouped(String(head.xp_earned)) : DASH },
          { name: frensText.ofFees, figure: percent === undefined ? DASH : `${percent}%` },
        ]}
      />
    </Section>
  )
}

function FriendsSection({ user }: { user: string }) {
  const { list, load, next } = friendsOf(user)
  const [friends, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  return (
    <PagedCells
      list={friends}
      title={frensText.list}
      failed={frensText.failed}
      failedLine={frensText.failedListLine}
      more={earnText.history.more}
      empty={<Placeholder icon="frens" title={frensText.none} line={frensText.noneLine} />}
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
