import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { pages } from '../../../../contract/pages.ts'
import type { WithdrawalLimitsView } from '../../../../contract/wallet/views.ts'
import { withdrawPath } from '../../../components/money-paths.ts'
import { dayTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { limitsOf } from '../../../state/wallet/limits.ts'
import { appText } from '../../../text/app.ts'
import { depositText } from '../../../text/deposit.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

type Props = { user: string; symbol: string; children: (limits: WithdrawalLimitsView) => ReactNode }

/** Without 2FA, or while withdrawals are on hold, the reason and what to do. */
export function WithLimits({ user, symbol, children }: Props) {
  const query = useAtomValue(limitsOf(user))
  const retry = useSetAtom(limitsOf(user))
  if (query.state === 'loading')
    return (
      <div aria-busy="true">
        <SkeletonRows count={4} height={60} />
      </div>
    )
  if (query.state === 'failed')
    return (
      <EmptyState icon="alert" title={withdrawText.limitsFailed} line={query.errorText ?? depositText.safeLine} isError>
        <Button size="small" onClick={() => void retry('retry')}>
          {appText.retry}
        </Button>
      </EmptyState>
    )
  const { two_factor_enabled, hold_until } = query.value
  if (!two_factor_enabled) {
    const { title, line, setUp } = withdrawText.noFactor
    return (
      <EmptyState icon="shield" title={title} line={line}>
        <ButtonLink to={pages.twoFactor} state={{ returnTo: withdrawPath(symbol) }} kind="primary">
          {setUp}
        </ButtonLink>
      </EmptyState>
    )
  }
  return hold_until === null ? children(query.value) : <OnHold until={hold_until} />
}

function OnHold({ until }: { until: string }) {
  const { title, line, security } = withdrawText.hold
  return (
    <EmptyState icon="lock" title={title} line={line(dayTime(until, useAtomValue(clockAtom)))}>
      <ButtonLink to={pages.security} size="small">
        {security}
      </ButtonLink>
    </EmptyState>
  )
}
