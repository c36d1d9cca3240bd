import { useAtomValue, useSetAtom } from 'jotai'
import { grouped } from '../../format/numbers.ts'
import { claimAllAtom, claimRunOf } from '../../state/earn/claim-all.ts'
import { claimableOf } from '../../state/earn/claimable.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { EarnHint } from './earn-hint.tsx'
import style from './ready-section.module.css'

const text = earnText.ready

/** Claims several rewards with one key. It stays after a failure, which says how many were claimed. */
export function ReadySection({ user }: { user: string }) {
  const rewards = useAtomValue(claimableOf(user))
  const run = useAtomValue(claimRunOf(user))
  const claimAll = useSetAtom(claimAllAtom)
  const isRunning = run?.isRunning === true
  if (!isRunning && rewards.length < (run === undefined ? 2 : 1)) return null
  const names = rewards.flatMap(({ kind }) => (kind === 'task' ? [] : [earnText[kind].title]))
  const sum = rewards.reduce((total, { amount }) => total + amount, 0)
  return (
    <Section title={text.title} aside={earnText.gain(grouped(String(sum)))} kind="block">
      <div className={style.ready}>
        <div>
          <p>{text.names(names, rewards.length - names.length)}</p>
          <div role="status">
            {run !== undefined && !isRunning && <EarnHint>{text.part(run.done, run.all)}</EarnHint>}
          </div>
        </div>
        <Button
          kind="primary"
          size="medium"
          busy={isRunning ? text.claiming(run.done, run.all) : undefined}
          onClick={() => void claimAll(user)}
        >
          {text.claim}
        </Button>
      </div>
    </Section>
  )
}
