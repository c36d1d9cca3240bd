import { useAtomValue } from 'jotai'
import { draftAtom } from '../../atoms/draft.ts'
import { checkAtom } from '../../atoms/order-form.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import { sessionAtom } from '../../atoms/session.ts'
import { ticketAtom } from '../../atoms/ticket.ts'
import { text } from '../../text/en.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** One button. When it is off it says why. */
export function SubmitButton() {
  const draft = useAtomValue(draftAtom)
  const check = useAtomValue(checkAtom)
  const ticket = useAtomValue(ticketAtom)
  const market = useAtomValue(selectedMarketAtom)
  const session = useAtomValue(sessionAtom)
  if (session.state === 'guest')
    return (
      <ButtonLink
        to="/register"
        state={{ from: { pathname: '/trade' } }}
        kind="primary"
        size="medium"
        className="submit"
      >
        {text.form.guest}
      </ButtonLink>
    )
  const side = draft.side === 'buy' ? text.form.buy : text.form.sell
  const busy = { editing: undefined, sending: text.form.placing, unsure: text.form.checking }[ticket.state]
  const isReady = session.state === 'signed-in' && check?.ok === true
  const why =
    check === undefined || session.state !== 'signed-in' ? text.form.connecting : check.ok ? undefined : check.why
  return (
    <Button
      kind={draft.side}
      size="medium"
      className="submit"
      isSubmit
      busy={busy}
      disabled={busy === undefined && !isReady}
      aria-live="off"
    >
      {why ?? text.form.submit(side, market?.pair.base.symbol ?? '')}
    </Button>
  )
}
