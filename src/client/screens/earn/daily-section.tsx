import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { SideCard } from '../../components/desk/side-card.tsx'
import { useServerTime } from '../../components/earn/use-server-time.ts'
import { grouped } from '../../format/numbers.ts'
import { dailyCacheAtom } from '../../state/earn/daily-cache.ts'
import { dailyRewardAt } from '../../state/earn/daily-strip.ts'
import type { EarnProfile } from '../../state/earn/earn-profile.ts'
import { earnText } from '../../text/earn.ts'
import { Section } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './daily-section.module.css'
import { EarnHint } from './earn-hint.tsx'

const text = earnText.daily

/** Seven days with today's mark, and the time to the next reward. The key beside the balance claims it. */
export function DailySection({ profile }: { profile: EarnProfile }) {
  const daily = dailyRewardAt(profile.view, useServerTime(profile))
  return (
    <Frame aside={daily.streak === 0 ? text.noStreak : text.streak(daily.streak)}>
      <ol className={style.days}>
        {daily.cells.map(({ day, amount, state }, index, all) => (
          <li key={day} data-state={state} aria-current={state === 'today' || state === 'claimed' ? 'date' : undefined}>
            <span>{text.day(day)}</span>
            {state === 'past' || state === 'claimed' ? <Icon name="check" size={16} /> : <b>{amount}</b>}
            <span className={style.unit}>
              {(state === 'today' || state === 'ahead') && index === all.length - 1 && <Icon name="gift" size={14} />}
              {state === 'past' || state === 'claimed' ? `+${amount}` : 'XP'}
            </span>
            <span className="visually-hidden">{text.states[state]}</span>
          </li>
        ))}
      </ol>
      {!daily.isReady && <EarnHint>{text.next(daily.countdown)}</EarnHint>}
    </Frame>
  )
}

/** A card of the right column of a desk. */
function Frame({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  if (useWideScreen())
    return (
      <SideCard title={text.title} aside={aside}>
        {children}
      </SideCard>
    )
  return (
    <Section title={text.title} aside={aside} kind="plain">
      {children}
    </Section>
  )
}

/** What the device remembers of the last claim, until the server has answered. */
export function CachedDaily({ user }: { user: string }) {
  const { lastGetAt, daysCheckIn, rewardAmount } = useAtomValue(dailyCacheAtom)(user)
  return (
    <Frame aside={lastGetAt !== null && text.streak(daysCheckIn)}>
      <Skeleton width="100%" height={72} />
      {lastGetAt !== null && <EarnHint>{text.cached(grouped(String(rewardAmount)))}</EarnHint>}
    </Frame>
  )
}
