import { useAtomValue, useSetAtom } from 'jotai'
import { draftAtom } from '../../atoms/draft.ts'
import { checkAtom } from '../../atoms/order-form.ts'
import { dealAtom, hasJumpedAtom, noteDealAtom } from '../../atoms/price-jump.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { ticketAtom } from '../../atoms/ticket.ts'
import * as trade from '../../text/en-trade.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useTold } from '../../ui/use-told.ts'

/** One button. When it is off it says why. */
export function SubmitButton() {
  const draft = useAtomValue(draftAtom)
  const check = useAtomValue(checkAtom)
  const ticket = useAtomValue(ticketAtom)
  const market = useAtomValue(selectedMarketAtom)
  const session = useAtomValue(sessionAtom)
  const hasJumped = useAtomValue(hasJumpedAtom) && draft.type === 'market'
  useTold(useAtomValue(dealAtom), useSetAtom(noteDealAtom))
  if (session.state === 'guest')
    return (
      <ButtonLink
        to="/register"
        state={{ from: { pathname: '/trade' } }}
        kind="primary"
        size="medium"
        className="submit"
      >
        {trade.form.guest}
      </ButtonLink>
    )
  const side = draft.side === 'buy' ? trade.form.buy : trade.form.sell
  const busy = { editing: undefined, sending: trade.form.placing, unsure: trade.form.checking }[ticket.state]
  const isReady = session.state === 'signed-in' && check?.ok === true
  const why =
    check === undefined || session.state !== 'signed-in' ? trade.form.connecting : check.ok ? undefined : check.why
  return (
    <Button
      kind={draft.side}
      size="medium"
      className="submit"
      isSubmit
      busy={busy}
      disabled={busy === undefined && (!isReady || hasJumped)}
      aria-live="off"
    >
      {why ?? trade.form.submit(side, market?.pair.base.symbol ?? '')}
    </Button>
  )
}
