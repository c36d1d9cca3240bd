import { appName } from '../../environment.ts'
import { text } from '../../text/en.ts'
import './about.css'

/** Who made what stands here by the work of others. */
export default function AboutScreen() {
  const { title, line, notices, charts, chartsNotice, chartsLink } = text.about
  return (
    <article className="page about">
      <h1>
        {title} {appName}
      </h1>
      <p>{line}</p>
      <h2>{notices}</h2>
      <p>{charts}</p>
      <p className="about-notice">
        {chartsNotice.map((words) => (
          <span key={words}>{words} </span>
        ))}
        <a href={chartsLink} target="_blank" rel="noreferrer">
          {chartsLink}
        </a>
      </p>
    </article>
  )
}
