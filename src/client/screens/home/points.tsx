import { text } from '../../text/en.ts'

/** Why here: three figures that can be held against us. */
export function Points() {
  return (
    <section className="home-points" aria-labelledby="home-points">
      <h2 id="home-points">{text.home.why}</h2>
      <ul>
        {text.home.points.map(({ figure, line }) => (
          <li key={figure}>
            <b>{figure}</b>
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <svg className="hairline-mark" viewBox="0 0 24 24" aria-hidden="true">
        <use href="/icons.svg#mark" />
      </svg>
    </section>
  )
}
