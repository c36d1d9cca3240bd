import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useCallback, useState } from 'react'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { notifyAtom } from '../../state/app/host.ts'
import { amountText } from '../../state/convert/convert-figures.ts'
import { cancelWithdrawalAtom, detailOf } from '../../state/history/transaction-detail.ts'
import { newest, updatesAtom } from '../../state/history/updates.ts'
import { historyText } from '../../text/history.ts'
import { ButtonRow, SheetActions, SheetLine } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { StepView } from '../../ui/overlays/step-view.tsx'
import { QueryState } from '../../ui/states/query-state.tsx'
import { useOnChange } from '../../ui/use-on-change.ts'
import { OrderFills } from './order-fills.tsx'
import { Timeline } from './timeline.tsx'
import style from './transaction-details.module.css'
import { TransactionDetails } from './transaction-details.tsx'

const text = historyText.details

/** `known`: what a list knows about it, shown until its steps are loaded. */
type Props = { user: string; uuid: string; known: TransactionView | undefined; actions?: ReactNode }

/** A transaction with its steps or fills, as it changes. A withdrawal can be cancelled until it is being sent. */
export function LiveTransaction({ user, uuid, known, actions }: Props) {
  const query = useAtomValue(detailOf(user)(uuid))
  const refresh = useSetAtom(detailOf(user)(uuid))
  const updates = useAtomValue(updatesAtom)
  const [isCancelling, setCancelling] = useState(false)
  const reload = useCallback(
    (received: number | undefined) => {
      if (received !== undefined) void refresh('refresh')
    },
    [refresh],
  )
  useOnChange(updates.get(uuid)?.received, reload)
  const view = query.state === 'ready' ? newest(query.value, updates) : (updates.get(uuid)?.view ?? known)
  if (isCancelling && view) return <ConfirmCancel user={user} view={view} onClose={() => setCancelling(false)} />
  const isTrade = view?.type === 'trade'
  const steps = (
    <QueryState query={query} failed={text.failed} line={text.failedLine} onRetry={() => void refresh('retry')}>
      {({ view: loaded }) =>
        loaded.type === 'trade' ? <OrderFills fills={loaded.fills} /> : <Timeline steps={loaded.timeline} />
      }
    </QueryState>
  )
  return (
    <>
      {view && <TransactionDetails view={view}>{!isTrade && steps}</TransactionDetails>}
      {(!view || isTrade) && steps}
      {(view?.can_cancel || actions) && (
        <SheetActions>
          {actions}
          {view?.can_cancel && (
            <Button size={actions ? 'small' : 'large'} onClick={() => setCancelling(true)}>
              {text.cancel}
            </Button>
          )}
        </SheetActions>
      )}
    </>
  )
}

function ConfirmCancel({ user, view, onClose }: { user: string; view: TransactionView; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const cancel = useSetAtom(cancelWithdrawalAtom)
  const notify = useSetAtom(notifyAtom)
  const confirm = async () => {
    setBusy(true)
    const failure = await cancel(user, view.uuid)
    setBusy(false)
    setError(failure)
    if (failure !== undefined) return
    notify({ kind: 'success', title: text.cancelled })
    onClose()
  }
  return (
    <StepView label={text.cancelTitle} onBack={onClose}>
      <h3 className={style.question}>{text.cancelTitle}</h3>
      <SheetLine>{text.cancelLine(amountText(view.amount, view.currency_symbol))}</SheetLine>
      <FormError>{error}</FormError>
      <SheetActions>
        <ButtonRow>
          <Button onClick={onClose}>{text.keep}</Button>
          <Button kind="primary" busy={isBusy ? text.cancelling : undefined} onClick={() => !isBusy && void confirm()}>
            {text.cancel}
          </Button>
        </ButtonRow>
      </SheetActions>
    </StepView>
  )
}
