import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { SessionView } from '../../../contract/account-views.ts'
import { endOtherSessionsAtom, endSessionAtom, logOutEverywhereAtom } from '../../atoms/account.ts'
import { clockAtom } from '../../atoms/clock.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { sessionsOf } from '../../atoms/sign-ins.ts'
import { dayTime } from '../../format/times.ts'
import { text } from '../../text/en.ts'
import { ways, devices as words } from '../../text/en-settings.ts'
import { AskedPart } from '../../ui/asked-part.tsx'
import { Button } from '../../ui/button.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { LoginHistory } from './login-history.tsx'

/** Where the account is signed in, and the keys to end that. */
export function Devices({ user }: { user: string }) {
  return (
    <section className="settings-group" aria-labelledby="settings-devices">
      <h2 id="settings-devices">{words.title}</h2>
      <Sessions user={user} />
      <LoginHistory user={user} />
      <LogOutEverywhere />
    </section>
  )
}

function Sessions({ user }: { user: string }) {
  const asked = useAtomValue(sessionsOf(user))
  const ask = useSetAtom(sessionsOf(user))
  return (
    <AskedPart asked={asked} failed={words.failed} line={words.failedLine} onRetry={() => void ask('retry')}>
      {(sessions) => <Known sessions={sessions} />}
    </AskedPart>
  )
}

function Known({ sessions }: { sessions: readonly SessionView[] }) {
  const now = useAtomValue(clockAtom)
  const endOne = useSetAtom(endSessionAtom)
  const endOthers = useSetAtom(endOtherSessionsAtom)
  const notify = useSetAtom(notifyAtom)
  const say = (refusal: string | undefined, done: string) =>
    notify(refusal === undefined ? { kind: 'success', title: done } : { kind: 'error', title: refusal })
  return (
    <>
      <ul className="rows">
        {sessions.map(({ id, device, way, ip_masked, last_seen_at, current }) => (
          <li key={id}>
            <ListRow
              icon="device"
              title={device}
              line={current ? words.thisOne : words.line(ways.names[way], ip_masked, dayTime(last_seen_at, now))}
            >
              {!current && (
                <Button
                  size="small"
                  aria-label={words.endOf(device)}
                  onClick={async () => say(await endOne(id), words.ended)}
                >
                  {words.end}
                </Button>
              )}
            </ListRow>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="settings-key">
          <Button size="small" onClick={async () => say(await endOthers(), words.endedOthers)}>
            {words.endOthers}
          </Button>
        </div>
      )}
    </>
  )
}

function LogOutEverywhere() {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const logOut = useSetAtom(logOutEverywhereAtom)
  const go = async () => {
    setBusy(true)
    setRefusal(await logOut())
    setBusy(false)
  }
  return (
    <div className="settings-key">
      <Button kind="outline" className="danger" onClick={() => setAsked(true)}>
        {words.logOutAll}
      </Button>
      {isAsked && (
        <Sheet title={words.logOutAll} close={text.close} onClose={() => setAsked(false)}>
          <p className="settings-hint">{words.logOutAllLine}</p>
          {refusal !== undefined && (
            <p className="fault" role="alert">
              {refusal}
            </p>
          )}
          <div className="sheet-button">
            <Button
              kind="primary"
              busy={isBusy ? text.loading : undefined}
              onClick={() => {
                if (!isBusy) void go()
              }}
            >
              {words.logOutAll}
            </Button>
          </div>
        </Sheet>
      )}
    </div>
  )
}
