import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { SessionView } from '../../../../contract/account/views.ts'
import { FailedSection, LoadingCells } from '../../../components/cell-states.tsx'
import { dayTime } from '../../../format/times.ts'
import { endOtherSessionsAtom, endSessionAtom } from '../../../state/account/credentials.ts'
import { sessionsOf } from '../../../state/account/sessions.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Cell, List, Section } from '../../../ui/cells/cells.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import { LogOutEverywhere } from './log-out-everywhere.tsx'
import { LoginHistory } from './login-history.tsx'

const text = settingsText.devices

/** The account's sessions, with buttons that end them, and the sign-ins. */
export default function DevicesScreen() {
  const { uuid: user } = useProfile()
  const sessions = useAtomValue(sessionsOf(user))
  return (
    <List>
      <Sessions user={user} />
      {/* Where there is no other device, the settings have the key. */}
      {(sessions.state === 'failed' || (sessions.state === 'ready' && sessions.value.length > 1)) && (
        <LogOutEverywhere />
      )}
      <LoginHistory user={user} />
    </List>
  )
}

function Sessions({ user }: { user: string }) {
  const query = useAtomValue(sessionsOf(user))
  const refresh = useSetAtom(sessionsOf(user))
  if (query.state === 'loading') return <LoadingCells count={2} />
  if (query.state === 'failed')
    return (
      <FailedSection
        sectionTitle={undefined}
        title={text.failed}
        line={text.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  const others = query.value.filter(({ current }) => !current)
  return (
    <>
      <Section title={text.this} kind="menu" footer={others.length === 0 ? text.noOthers : undefined}>
        {query.value
          .filter(({ current }) => current)
          .map((session) => (
            <Device key={session.id} session={session} time={text.now} />
          ))}
      </Section>
      {others.length > 0 && <OtherDevices sessions={others} />}
    </>
  )
}

function OtherDevices({ sessions }: { sessions: readonly SessionView[] }) {
  const now = useAtomValue(clockAtom)
  const endOne = useSetAtom(endSessionAtom)
  const endOthers = useSetAtom(endOtherSessionsAtom)
  const notify = useSetAtom(notifyAtom)
  const notifyResult = (error: string | undefined, done: string) =>
    notify(error === undefined ? { kind: 'success', title: done } : { kind: 'error', title: error })
  return (
    <Section title={text.others} kind="menu">
      {sessions.map((session) => (
        <Device key={session.id} session={session} time={dayTime(session.last_seen_at, now)}>
          <Button
            size="small"
            aria-label={text.endOf(session.device)}
            onClick={async () => notifyResult(await endOne(session.id), text.ended)}
          >
            {text.end}
          </Button>
        </Device>
      ))}
      <Cell
        icon="log-out"
        title={text.endOthers}
        onPress={async () => notifyResult(await endOthers(), text.endedOthers)}
        isDanger
      />
    </Section>
  )
}

type DeviceProps = { session: SessionView; time: string; children?: ReactNode }

const Device = ({ session: { device, ip_masked }, time, children }: DeviceProps) => (
  <Cell icon={iconOf(device)} title={device} line={text.seen(ip_masked, time)}>
    {children}
  </Cell>
)

const iconOf = (device: string): IconName => (/Windows|macOS|Linux|ChromeOS/.test(device) ? 'laptop' : 'device')
