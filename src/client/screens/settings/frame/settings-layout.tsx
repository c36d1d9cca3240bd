import { useAtomValue, useSetAtom } from 'jotai'
import { Outlet, useOutletContext } from 'react-router-dom'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { CellPage } from '../../../components/cell-page.tsx'
import { loadProfileAtom, profileAtom, profileFailedAtom } from '../../../state/account/profile.ts'
import { appText } from '../../../text/app.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import style from './settings-layout.module.css'
import { Sidebar } from './sidebar.tsx'

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
