import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { text } from '../text/en.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** The head of an inner page: back, its title, and one thing to do. */
export function PageBar({ title, up, children }: { title: string; up: string; children?: ReactNode }) {
  return (
    <div className="page-bar">
      <BackKey up={up} />
      <h1>{title}</h1>
      {children ?? <span className="icon-button" />}
    </div>
  )
}

/** Where the reader came from; who came from nowhere goes up. */
function BackKey({ up }: { up: string }) {
  const { key } = useLocation()
  const navigate = useNavigate()
  return (
    <IconButton label={text.back} onClick={() => (key === 'default' ? navigate(up) : navigate(-1))}>
      <Icon name="chevron-left" />
    </IconButton>
  )
}
