import { freezeText } from '../text/freeze.ts'
import styles from './freeze-effects.module.css'

/** What a freeze stops, what goes on, and how it ends. */
export function FreezeEffects() {
  return (
    <dl className={styles.effects}>
      {freezeText.effects.map(([term, effect]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  )
}
