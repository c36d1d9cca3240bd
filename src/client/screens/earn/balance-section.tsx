import { useAtomValue } from 'jotai'
import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { grouped } from '../../format/numbers.ts'
import { celebrationAtom } from '../../state/earn/celebration.ts'
import { earnText } from '../../text/earn.ts'
import { Progress, Section } from '../../ui/cells/cells.tsx'
import { CountingNumber } from '../../ui/counting-number.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './balance-section.module.css'
import { ClaimKey } from './claim-key.tsx'

const text = earnText.balance

const amountText = (amount: number): string => grouped(String(amount))

type Props = { user: string; profile: EarnProfileView }

/** The XP balance, the progress to the next level, and the key that claims what is ready. */
export function BalanceSection({ user, profile: { balance, level } }: Props) {
  const isWide = useWideScreen()
  const celebration = useAtomValue(celebrationAtom)
  const { level: number, from, to } = level
  const percent = to === null ? 100 : Math.min(100, Math.floor(((balance - from) / (to - from)) * 100))
  const line = to === null ? text.highest : text.toNext(amountText(Math.max(0, to - balance)), number + 1)
  return (
    <Section kind={isWide ? 'block' : 'plain'}>
      <div className={style.balance}>
        <div>
          <p className={style.label}>{text.title}</p>
          <p className={style.xp} data-testid="xp-balance">
            <CountingNumber value={balance} format={amountText} />
            {celebration && (
              <span key={celebration.id} className={style.gain} aria-hidden="true">
                {earnText.gain(amountText(celebration.amount))}
              </span>
            )}
          </p>
        </div>
        <div className={style.level}>
          <p>
            {text.level(number)} <span className={style.label}>· {line}</span>
          </p>
          <Progress label={text.progress(number + 1)} percent={percent} text={line} />
        </div>
        <ClaimKey user={user} />
      </div>
    </Section>
  )
}
