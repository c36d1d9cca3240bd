import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { NavLink, Outlet, useOutletContext } from 'react-router-dom'
import type { ProfileView } from '../../../contract/account/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { loadProfileAtom, profileAtom, profileFailedAtom } from '../../state/account/profile.ts'
import { appText } from '../../text/app.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import style from './settings-layout.module.css'

const text = settingsText.page

/** The profile, which the layout loads for every settings page. */
export const useProfile = () => useOutletContext<ProfileView>()

export default function SettingsLayout() {
  const profile = useAtomValue(profileAtom)
  return (
    <CellPage>
      <div className={style.settings}>
        <Sidebar />
        <div className={style.page}>{profile ? <Outlet context={profile} /> : <LoadingProfile />}</div>
      </div>
    </CellPage>
  )
}

/** Desktop only; on a phone the page bar has the title. */
function Sidebar() {
  const [isOpen, setOpen] = useState(true)
  return (
    <nav className={style.side} aria-label={text.title}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="user" size={20} />
        {text.account}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} className={style.chevron} />
      </button>
      {isOpen && <NavLink to="/settings/security">{appText.nav.security}</NavLink>}
    </nav>
  )
}

function LoadingProfile() {
  const isFailed = useAtomValue(profileFailedAtom)
  const load = useSetAtom(loadProfileAtom)
  if (!isFailed) return <SkeletonRows count={6} height={60} />
  return (
    <EmptyState icon="alert" title={text.failedProfile} line={text.failedProfileLine} isError>
      <Button size="small" onClick={() => void load()}>
        {appText.retry}
      </Button>
    </EmptyState>
  )
}
