import { appName } from '../../platform/environment.ts'
import { aboutText } from '../../text/about.ts'
import style from './about-screen.module.css'

/** Licence notices. */
export default function AboutScreen() {
  const { title, line, notices, charts, chartsNotice, chartsLink } = aboutText
  return (
    <article className={`page ${style.about}`}>
      <h1>
        {title} {appName}
      </h1>
      <p>{line(appName)}</p>
      <h2>{notices}</h2>
      <p>{charts}</p>
      <p className={style.notice}>
        {chartsNotice.map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
        <a href={chartsLink} target="_blank" rel="noreferrer">
          {chartsLink}
        </a>
      </p>
    </article>
  )
}
