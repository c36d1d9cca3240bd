import { historyPath } from '../../../components/money-paths.ts'
import { LiveTransaction } from '../../../components/transactions/live-transaction.tsx'
import { withdrawText } from '../../../text/withdraw.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FirstStep } from '../../../ui/overlays/step-view.tsx'

/** The withdrawal that was made, as it is sent and confirmed. */
export const DoneStep = ({ user, uuid, onClose }: { user: string; uuid: string; onClose: () => void }) => (
  <FirstStep label={withdrawText.titles.done()}>
    <LiveTransaction
      user={user}
      uuid={uuid}
      known={undefined}
      actions={
        <ButtonRow>
          <ButtonLink to={historyPath('withdrawal')}>{withdrawText.history}</ButtonLink>
          <Button kind="primary" onClick={onClose}>
            {withdrawText.done}
          </Button>
        </ButtonRow>
      }
    />
  </FirstStep>
)
