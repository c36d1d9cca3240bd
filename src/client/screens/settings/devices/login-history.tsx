import { useAtomValue, useSetAtom } from 'jotai'
import { PagedCells } from '../../../components/cell-states.tsx'
import { dayTime } from '../../../format/times.ts'
import { loginHistoryOf } from '../../../state/account/sessions.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { settingsText } from '../../../text/settings.ts'
import { Cell, Placeholder } from '../../../ui/cells/cells.tsx'

const text = settingsText.devices

/** Sign-ins and attempts, newest first. */
export function LoginHistory({ user }: { user: string }) {
  const { list, load, next } = loginHistoryOf(user)
  const [attempts, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  return (
    <PagedCells
      list={attempts}
      title={text.history}
      kind="menu"
      failed={text.failedHistory}
      failedLine={text.failedLine}
      more={text.more}
      empty={<Placeholder icon="history" title={text.none} line={text.noneLine} />}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {({ at, way, device, ip_masked, outcome }) => (
        <Cell
          key={`${at} ${outcome}`}
          icon={outcome === 'signed_in' ? 'check' : 'alert'}
          title={
            outcome === 'signed_in'
              ? settingsText.person.signedInWith(settingsText.loginMethods.names[way])
              : text.outcomes[outcome]
          }
          line={`${device}, ${ip_masked}`}
        >
          <small>{dayTime(at, now)}</small>
        </Cell>
      )}
    </PagedCells>
  )
}
