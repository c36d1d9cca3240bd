import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { appText } from '../text/app.ts'
import { IconButton, IconSpace } from './button.tsx'
import { Icon } from './icon.tsx'
import pageBar from './page-bar.module.css'

/** Head of an inner page: back button, title, one action. */
export function PageBar({ title, up, children }: { title: string; up: string; children?: ReactNode }) {
  return (
    <div className={pageBar.bar}>
      <BackButton up={up} />
      <h1>{title}</h1>
      {children ?? <IconSpace />}
    </div>
  )
}

/** Goes back, or up when the page is the first of the visit. */
function BackButton({ up }: { up: string }) {
  const { key } = useLocation()
  const navigate = useNavigate()
  return (
    <IconButton label={appText.back} onClick={() => (key === 'default' ? navigate(up) : navigate(-1))}>
      <Icon name="chevron-left" />
    </IconButton>
  )
}
