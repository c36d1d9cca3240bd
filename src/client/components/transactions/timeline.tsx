import type { TimelineStepView, TransactionStatus } from '../../../contract/transactions/views.ts'
import { clockTime, dateText, millisOf } from '../../format/times.ts'
import { historyText } from '../../text/history.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './transaction-details.module.css'

const text = historyText.details
const BAD: readonly TransactionStatus[] = ['failed', 'rejected', 'cancelled']

/** The steps of a deposit or withdrawal: those that are done with their time, then those to come. */
export function Timeline({ steps }: { steps: readonly TimelineStepView[] }) {
  if (steps.length === 0) return null
  return (
    <section className={style.timeline} aria-labelledby="timeline">
      <h3 id="timeline">{text.timeline}</h3>
      <ol>
        {steps.map((step) => (
          <li
            key={`${step.status} ${step.text}`}
            data-done={step.at !== null || undefined}
            data-bad={BAD.includes(step.status) || undefined}
          >
            <span className={style.dot} aria-hidden="true">
              {step.at !== null && <Icon name={BAD.includes(step.status) ? 'close' : 'check'} size={16} />}
            </span>
            <span>
              <b>{step.text}</b>
              <small>{step.at === null ? text.pending : `${dateText(step.at)}, ${clockTime(millisOf(step.at))}`}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
