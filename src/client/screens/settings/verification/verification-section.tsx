import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ProfileView } from '../../../../contract/account/views.ts'
import type { VerificationStatus, VerificationView } from '../../../../contract/verification/views.ts'
import { noteStatusAtom } from '../../../state/account/verification.ts'
import { verificationText as text } from '../../../text/verification.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { useOnChange } from '../../../ui/use-on-change.ts'
import { VerificationSheet } from './verification-sheet.tsx'

const KEEPS_SCROLL = { state: { keepsScroll: true } }

/** The result of the identity check and what can be done about it. `?verify` opens the sheet, a result closes it. */
export function VerificationSection({ profile }: { profile: ProfileView }) {
  const [params, setParams] = useSearchParams()
  const note = useSetAtom(noteStatusAtom)
  const { uuid: user, verification } = profile
  const close = useCallback(() => setParams({}, { replace: true, ...KEEPS_SCROLL }), [setParams])
  const onStatus = useCallback(
    (status: VerificationStatus) => {
      if (note(user, status)) close()
    },
    [note, user, close],
  )
  useOnChange(verification.status, onStatus)
  return (
    <Section kind="menu">
      <Cell icon="user" title={text.cell} line={lineOf(verification)}>
        <Status verification={verification} onStart={() => setParams({ verify: '' }, KEEPS_SCROLL)} />
      </Cell>
      {params.has('verify') && canStart(verification) && <VerificationSheet profile={profile} onClose={close} />}
    </Section>
  )
}

const canStart = ({ status, provider }: VerificationView): boolean =>
  provider !== null && status !== 'approved' && status !== 'rejected'

function lineOf({ status, reject_reason: reason, provider }: VerificationView): string {
  switch (status) {
    case 'none':
      return provider === null ? text.unavailable : text.none
    case 'retry':
      return reason ?? text.retry
    case 'rejected':
      return reason === null ? text.rejected : text.rejectedFor(reason)
    default:
      return text[status]
  }
}

function Status({ verification, onStart }: { verification: VerificationView; onStart: () => void }) {
  const { status } = verification
  if (status === 'approved' || status === 'rejected')
    return <Badge isGood={status === 'approved'}>{text.badges[status]}</Badge>
  if (!canStart(verification)) return null
  const label = { none: text.verify, retry: text.again, pending: text.open }[status]
  return (
    <Button
      kind={status === 'pending' ? 'quiet' : 'primary'}
      size="small"
      aria-label={`${label}: ${text.cell}`}
      onClick={onStart}
    >
      {label}
    </Button>
  )
}
