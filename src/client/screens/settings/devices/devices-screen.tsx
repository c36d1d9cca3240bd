import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { SessionView } from '../../../../contract/account/views.ts'
import { CommitButton } from '../../../components/commit-button.tsx'
import { dayTime } from '../../../format/times.ts'
import { endOtherSessionsAtom, endSessionAtom, logOutEverywhereAtom } from '../../../state/account/credentials.ts'
import { sessionsOf } from '../../../state/account/sessions.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { appText } from '../../../text/app.ts'
import { settingsText } from '../../../text/settings.ts'
import { SheetActions } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cell, List, Section } from '../../../ui/cells/cells.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../ui/states/query-state.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import style from './devices.module.css'
import { LoginHistory } from './login-history.tsx'

const text = settingsText.devices

/** The account's sessions, with buttons that end them. */
export default function DevicesScreen() {
  const { uuid: user } = useProfile()
  return (
    <List>
      <Sessions user={user} />
      <LoginHistory user={user} />
      <LogOutEverywhere />
    </List>
  )
}

function Sessions({ user }: { user: string }) {
  const query = useAtomValue(sessionsOf(user))
  const refresh = useSetAtom(sessionsOf(user))
  if (query.state === 'ready') return <SessionList sessions={query.value} />
  return (
    <Section kind="plain">
      <QueryState query={query} failed={text.failed} line={text.failedLine} onRetry={() => void refresh('retry')}>
        {() => null}
      </QueryState>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const now = useAtomValue(clockAtom)
  const endOne = useSetAtom(endSessionAtom)
  const endOthers = useSetAtom(endOtherSessionsAtom)
  const notify = useSetAtom(notifyAtom)
  const notifyResult = (error: string | undefined, done: string) =>
    notify(error === undefined ? { kind: 'success', title: done } : { kind: 'error', title: error })
  return (
    <>
      <Section>
        {sessions.map(({ id, device, way, ip_masked, last_seen_at, current }) => (
          <Cell
            key={id}
            icon="device"
            title={device}
            line={
              current
                ? text.thisOne
                : text.line(settingsText.loginMethods.names[way], ip_masked, dayTime(last_seen_at, now))
            }
          >
            {!current && (
              <Button
                size="small"
                aria-label={text.endOf(device)}
                onClick={async () => notifyResult(await endOne(id), text.ended)}
              >
                {text.end}
              </Button>
            )}
          </Cell>
        ))}
      </Section>
      {sessions.length > 1 && (
        <div className={style.action}>
          <Button size="small" onClick={async () => notifyResult(await endOthers(), text.endedOthers)}>
            {text.endOthers}
          </Button>
        </div>
      )}
    </>
  )
}

function LogOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const logOut = useSetAtom(logOutEverywhereAtom)
  const logOutAll = async () => {
    setBusy(true)
    setError(await logOut())
    setBusy(false)
  }
  return (
    <div className={style.action}>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {text.logOutAll}
      </Button>
      {isConfirming && (
        <Sheet title={text.logOutAll} close={appText.close} onClose={() => setConfirming(false)}>
          <Hint>{text.logOutAllLine}</Hint>
          <FormError>{error}</FormError>
          <SheetActions>
            <CommitButton
              busy={isBusy ? appText.loading : undefined}
              onPress={() => {
                if (!isBusy) void logOutAll()
              }}
            >
              {text.logOutAll}
            </CommitButton>
          </SheetActions>
        </Sheet>
      )}
    </div>
  )
}
