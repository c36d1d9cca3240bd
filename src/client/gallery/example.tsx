import { type ReactNode, useState } from 'react'
import style from './gallery.module.css'

export type Example = {
  /** The component. */
  readonly name: string
  readonly states: Readonly<Record<string, ReactNode>>
  /** `inline`: as wide as it is. `wide`: as wide as the page. Otherwise as wide as a column. */
  readonly width?: 'inline' | 'wide'
}

export type Family = { readonly title: string; readonly examples: readonly Example[] }

export const familyId = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

export const FamilyExamples = ({ title, examples }: Family) => (
  <section className={style.family} id={familyId(title)} aria-label={title}>
    <h2>{title}</h2>
    {examples.map(({ name, states, width }) => (
      <article className={style.example} key={name}>
        <h2>{name}</h2>
        <div className={style.states} data-width={width}>
          {Object.entries(states).map(([state, shown]) => (
            <figure className={style.state} key={state}>
              <figcaption>{state}</figcaption>
              <div className={style.shown}>{shown}</div>
            </figure>
          ))}
        </div>
      </article>
    ))}
  </section>
)

type LiveProps<Value> = { initial: Value; children: (value: Value, onChange: (value: Value) => void) => ReactNode }

/** A component with a value that it changes. */
export function Live<Value>({ initial, children }: LiveProps<Value>) {
  const [value, setValue] = useState(initial)
  return children(value, setValue)
}
