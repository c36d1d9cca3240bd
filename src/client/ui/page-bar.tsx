import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { appText } from '../text/app.ts'
import { IconButton, IconSpace } from './button.tsx'
import { Icon } from './icon.tsx'
import pageBar from './page-bar.module.css'

type Props = {
  title: string
  up: string
  /** Of the page below it on a desk. */
  width?: 'page' | 'wide' | undefined
  children?: ReactNode
}

/** Head of an inner page: back button, title, one action. On a desk the header leads back, inside Telegram its own button. */
export function PageBar({ title, up, width = 'page', children }: Props) {
  return (
    <div className={pageBar.bar} data-width={width}>
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
