import style from './spinner.module.css'
/** A turning ring for work in progress. Hidden from screen readers: it needs text beside it. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`${style.spinner} ${className}`} aria-hidden="true" />
}
