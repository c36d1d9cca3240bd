import { useAtomValue, useSetAtom } from 'jotai'
import { grouped } from '../../format/numbers.ts'
import { claimAllAtom, claimRunOf } from '../../state/earn/claim-all.ts'
import { claimableOf } from '../../state/earn/claimable.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import style from './claim-key.module.css'
import { EarnHint } from './earn-hint.tsx'

const text = earnText.ready

/** Claims all that is ready. Nothing while nothing is; after a failure it says how many were claimed. */
export function ClaimKey({ user }: { user: string }) {
  const rewards = useAtomValue(claimableOf(user))
  const run = useAtomValue(claimRunOf(user))
  const claimAll = useSetAtom(claimAllAtom)
  const isRunning = run?.isRunning === true
  if (!isRunning && rewards.length === 0) return null
  const names = rewards.flatMap(({ kind }) => (kind === 'task' ? [] : [earnText[kind].title]))
  const sum = rewards.reduce((total, { amount }) => total + amount, 0)
  const hasFailed = run !== undefined && !isRunning && run.all > 1
  return (
    <div className={style.claim}>
      <Button
        kind="primary"
        busy={isRunning ? text.claiming(run.done, run.all) : undefined}
        onClick={() => void claimAll(user)}
      >
        {text.claim(grouped(String(sum)))}
      </Button>
      <div role="status">
        <EarnHint>
          {hasFailed ? text.part(run.done, run.all) : text.names(names, rewards.length - names.length)}
        </EarnHint>
      </div>
    </div>
  )
}
