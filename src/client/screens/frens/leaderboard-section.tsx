import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { LeaderboardView } from '../../../contract/earn/views.ts'
import { FailedSection, LoadingCells } from '../../components/cell-states.tsx'
import { axisTime } from '../../format/axis-times.ts'
import { grouped } from '../../format/numbers.ts'
import { millisOf } from '../../format/times.ts'
import { hideFromLeaderboardAtom, leaderboardOf } from '../../state/earn/leaderboard.ts'
import { earnText } from '../../text/earn.ts'
import { frensText } from '../../text/frens.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Section, Switch } from '../../ui/cells/cells.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './frens-screen.module.css'

const text = frensText.leaderboard

const utcDay = (millis: number): string => axisTime(millis / 1000, 'day', true)

/** Shown before the whole list is asked for. */
const SHORT = 10

/** The XP of this week, the own rank, and the switch that hides the user. */
export function LeaderboardSection({ user }: { user: string }) {
  const query = useAtomValue(leaderboardOf(user))
  const refresh = useSetAtom(leaderboardOf(user))
  if (query.state === 'loading') return <LoadingCells title={text.title} count={3} />
  if (query.state === 'failed')
    return (
      <FailedSection
        sectionTitle={text.title}
        title={query.errorText ?? text.failed}
        line={frensText.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  return <Leaderboard user={user} board={query.value} />
}

function Leaderboard({ user, board }: { user: string; board: LeaderboardView }) {
  const { entries, you, week_starts_at, week_ends_at } = board
  const hide = useSetAtom(hideFromLeaderboardAtom)
  const [isLong, setLong] = useState(false)
  const isWide = useWideScreen()
  const shown = isLong ? entries : entries.slice(0, SHORT)
  const week = text.week(utcDay(millisOf(week_starts_at)), utcDay(millisOf(week_ends_at) - 1))
  const rows =
    entries.length === 0 ? (
      <Cell icon="earn" title={text.none} line={text.noneLine} />
    ) : (
      shown.map(({ rank, name, xp, is_you }, place) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: users with equal sums share a rank, and names are masked.
          key={place}
          before={<span className={style.rank}>{rank}</span>}
          title={is_you ? text.youAs(name) : name}
        >
          <span className={style.amount} data-own={is_you || undefined}>
            {earnText.xp(grouped(String(xp)))}
          </span>
        </Cell>
      ))
    )
  const own = you.rank === null ? text.unranked : text.rank(you.rank)
  return (
    <>
      <Section
        title={text.title}
        caption={week}
        aside={entries.length === 0 ? undefined : own}
        kind={isWide ? 'menu' : 'rows'}
      >
        {rows}
      </Section>
      {entries.length > SHORT && !isLong && (
        <div className={style.more}>
          <Button size="small" onClick={() => setLong(true)}>
            {text.all(entries.length)}
          </Button>
        </div>
      )}
      <Section kind={isWide ? 'menu' : 'rows'}>
        <Cell icon="eye-off" title={text.hide} line={text.hideLine}>
          <Switch label={text.hide} checked={you.hidden} onChange={(hidden) => void hide(user, hidden)} />
        </Cell>
      </Section>
    </>
  )
}
