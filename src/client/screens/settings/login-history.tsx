import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { clockAtom } from '../../atoms/clock.ts'
import { loginHistoryOf } from '../../atoms/sign-ins.ts'
import { dayTime } from '../../format/times.ts'
import { ways, devices as words } from '../../text/en-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'

/** Folded until somebody asks. */
export function LoginHistory({ user }: { user: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="settings-fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.history}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
      </summary>
      {isOpen && <Attempts user={user} />}
    </details>
  )
}

function Attempts({ user }: { user: string }) {
  const { list, load, next } = loginHistoryOf(user)
  const [attempts, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  return (
    <PagedRows
      list={attempts}
      none={words.none}
      noneLine={words.noneLine}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <ul className="rows">
          {items.map(({ at, way, device, ip_masked, outcome }) => (
            <li key={`${at} ${outcome}`}>
              <ListRow
                icon={outcome === 'signed_in' ? 'check' : 'alert'}
                title={words.outcomes[outcome]}
                line={`${device}, ${words.line(ways.names[way], ip_masked, dayTime(at, now))}`}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedRows>
  )
}
