import './settings.css'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { NavLink, Outlet, useOutletContext } from 'react-router-dom'
import type { ProfileView } from '../../../contract/views.ts'
import { loadProfileAtom, profileAtom, profileFailedAtom } from '../../atoms/session.ts'
import { text } from '../../text/en.ts'
import { settings as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Every page of the settings knows whose they are. */
export const useProfile = () => useOutletContext<ProfileView>()

export default function SettingsLayout() {
  const profile = useAtomValue(profileAtom)
  return (
    <div className="settings">
      <Sidebar />
      <div className="settings-page">{profile ? <Outlet context={profile} /> : <NotYet />}</div>
    </div>
  )
}

/** Beside the pages on a desk; a phone has the page's own head. */
function Sidebar() {
  const [isOpen, setOpen] = useState(true)
  return (
    <nav className="settings-side" aria-label={words.title}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="user" size={20} />
        {words.account}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
      </button>
      {isOpen && <NavLink to="/settings/security">{words.security}</NavLink>}
    </nav>
  )
}

function NotYet() {
  const isFailed = useAtomValue(profileFailedAtom)
  const load = useSetAtom(loadProfileAtom)
  if (!isFailed) return <SkeletonRows count={6} height={60} />
  return (
    <Empty icon="alert" title={words.failedProfile} line={words.failedProfileLine} isTrouble>
      <Button size="small" onClick={() => void load()}>
        {text.retry}
      </Button>
    </Empty>
  )
}
