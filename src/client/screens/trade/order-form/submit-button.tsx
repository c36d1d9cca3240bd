import { useAtomValue, useSetAtom } from 'jotai'
import { sessionAtom } from '../../../state/auth/session.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { checkAtom } from '../../../state/order-form/actions.ts'
import { submissionAtom } from '../../../state/order-form/order-submission.ts'
import { hasJumpedAtom, onQuotedPriceAtom, quotedPriceAtom } from '../../../state/order-form/price-jump.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { tradeText } from '../../../text/trade.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useOnChange } from '../../../ui/use-on-change.ts'
import style from './submit-button.module.css'

/** When disabled, it has the reason below what it does. */
export function SubmitButton() {
  const draft = useAtomValue(draftAtom)
  const check = useAtomValue(checkAtom)
  const submission = useAtomValue(submissionAtom)
  const market = useAtomValue(selectedMarketAtom)
  const session = useAtomValue(sessionAtom)
  const hasJumped = useAtomValue(hasJumpedAtom) && draft.type === 'market'
  useOnChange(useAtomValue(quotedPriceAtom), useSetAtom(onQuotedPriceAtom))
  if (session.state === 'guest')
    return (
      <ButtonLink
        to="/register"
        state={{ from: { pathname: '/trade' } }}
        kind="primary"
        size="medium"
        className={style.submit ?? ''}
      >
        {tradeText.form.guest}
      </ButtonLink>
    )
  const side = draft.side === 'buy' ? tradeText.form.buy : tradeText.form.sell
  const busy = { editing: undefined, sending: tradeText.form.placing, unsure: tradeText.form.checking }[
    submission.state
  ]
  const isReady = session.state === 'signed-in' && check?.ok === true
  const reason =
    check === undefined || session.state !== 'signed-in'
      ? tradeText.form.connecting
      : check.ok
        ? undefined
        : check.reason
  return (
    <Button
      kind={draft.side}
      size="medium"
      className={style.submit}
      isSubmit
      busy={busy}
      disabled={busy === undefined && (!isReady || hasJumped)}
      aria-live="off"
    >
      <span className={style.text}>
        {tradeText.form.submit(side, market?.pair.base.symbol ?? '')} {reason !== undefined && <small>{reason}</small>}
      </span>
    </Button>
  )
}
