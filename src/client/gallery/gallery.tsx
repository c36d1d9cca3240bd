/** Every component of `ui/` in every state, with the colours of every theme. Only in development. */

import { Suspense, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { HostCells } from '../ui/cells/host-cells.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { bars } from './bars.tsx'
import { buttons } from './buttons.tsx'
import { Cells, cellsTitle } from './cells.tsx'
import { choices } from './choices.tsx'
import { FamilyExamples, familyId } from './example.tsx'
import { fields } from './fields.tsx'
import style from './gallery.module.css'
import { icons } from './icons.tsx'
import { labels } from './labels.tsx'
import { applyLook, clientOf, type Look, looks } from './look.ts'
import { numbers } from './numbers.tsx'
import { overlays } from './overlays.tsx'
import { states } from './states.tsx'

const families = [buttons, icons, choices, labels, bars, fields, numbers, overlays, states]
const titles = [...families.map(({ title }) => title), cellsTitle]

export function showGallery(root: HTMLElement): void {
  // The links of the examples lead nowhere.
  createRoot(root).render(
    <MemoryRouter>
      <Gallery />
      <Toaster />
    </MemoryRouter>,
  )
}

function Gallery() {
  const [look, setLook] = useState<Look>({ Theme: 'dark', Palette: 'default', Host: 'browser' })
  useLayoutEffect(() => applyLook(look), [look])
  return (
    <main className={style.gallery}>
      <h1>Component gallery</h1>
      <div className={style.looks}>
        <LookSwitch part="Theme" look={look} onLook={setLook} />
        <LookSwitch part="Palette" look={look} onLook={setLook} />
        <LookSwitch part="Host" look={look} onLook={setLook} />
      </div>
      <nav className={style.contents} aria-label="Families">
        {titles.map((title) => (
          <a href={`#${familyId(title)}`} key={title}>
            {title}
          </a>
        ))}
      </nav>
      {families.map((family) => (
        <FamilyExamples {...family} key={family.title} />
      ))}
      <Suspense>
        <HostCells client={clientOf(look)}>
          <Cells />
        </HostCells>
      </Suspense>
    </main>
  )
}

type SwitchProps = { part: keyof Look; look: Look; onLook: (look: Look) => void }

const LookSwitch = ({ part, look, onLook }: SwitchProps) => (
  <div className={style.look}>
    <span aria-hidden="true">{part}</span>
    <Segmented<string>
      label={part}
      value={look[part]}
      options={looks[part].map((value) => ({ value, name: value }))}
      onChoose={(value) => onLook({ ...look, [part]: value })}
    />
  </div>
)
