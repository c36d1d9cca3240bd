import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { CommitButton } from '../../components/commit-button.tsx'
import { useServerTime } from '../../components/earn/use-server-time.ts'
import { durationText, runTime } from '../../format/countdown.ts'
import { grouped } from '../../format/numbers.ts'
import type { EarnProfile } from '../../state/earn/earn-profile.ts'
import { endMiningAtom, miningStatusOf, startMiningAtom } from '../../state/earn/mining.ts'
import { type MiningRun, miningRunAt } from '../../state/earn/mining-run.ts'
import { appText } from '../../text/app.ts'
import { earnText } from '../../text/earn.ts'
import { SheetActions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { isMotionReduced } from '../../ui/reduced-motion.ts'
import { Ring } from '../../ui/ring.tsx'
import { blockedLabel } from './blocked-label.ts'
import { EarnHint } from './earn-hint.tsx'
import style from './mining-section.module.css'

const text = earnText.mining

/** `isMain`: nothing is left to claim. */
type Props = { user: string; profile: EarnProfile; isMain: boolean }

/** The mining run with its live counter. */
export function MiningSection({ user, profile, isMain }: Props) {
  const now = useServerTime(profile)
  const run = miningRunAt(profile.view, now)
  const { target, mined } = run
  return (
    <Section kind="block">
      <div className={style.mining}>
        <Ring size="large" fraction={shownFraction(run)} stepMillis={1_000} label={ringLabel(run)}>
          <b>{grouped(String(mined))}</b>
          <small>{text.of(grouped(String(target)))}</small>
        </Ring>
        <div>
          <h2 data-running={run.state === 'mining' || undefined}>{text.title}</h2>
          <dl className={style.figures}>
            <div>
              <dt>{text.rate}</dt>
              <dd>{text.perHour(grouped(String(profile.view.mining_rate_per_hour)))}</dd>
            </div>
            <div>
              <dt>{run.state === 'idle' ? text.full : text.left}</dt>
              <dd>{leftText(run)}</dd>
            </div>
          </dl>
          <MiningButton user={user} run={run} blocked={blockedLabel(profile.view)} isMain={isMain} />
        </div>
      </div>
    </Section>
  )
}

function leftText({ state, leftMillis, durationMillis }: MiningRun): string {
  if (state === 'idle') return durationText(durationMillis)
  return state === 'ready' ? text.complete : runTime(leftMillis)
}

const MINUTE_MILLIS = 60_000

/** With reduced motion the ring steps once a minute. */
function shownFraction({ state, fraction, durationMillis }: MiningRun): number {
  if (state !== 'mining' || !isMotionReduced()) return fraction
  const elapsed = fraction * durationMillis
  return (elapsed - (elapsed % MINUTE_MILLIS)) / durationMillis
}

function ringLabel({ state, target, mined, leftMillis, durationMillis }: MiningRun): string {
  const [all, done] = [grouped(String(target)), grouped(String(mined))]
  if (state === 'idle') return text.idleRing(all, durationText(durationMillis))
  return state === 'ready' ? text.readyRing(all) : text.runningRing(done, all, runTime(leftMillis))
}

type ButtonProps = { user: string; run: MiningRun; blocked: string | undefined; isMain: boolean }

/** Nothing for a complete run: the key above claims it. */
function MiningButton({ user, run, blocked, isMain }: ButtonProps) {
  const isBusy = useAtomValue(miningStatusOf(user)) === 'loading'
  const start = useSetAtom(startMiningAtom)
  const end = useSetAtom(endMiningAtom)
  const [isStopping, setStopping] = useState(false)
  const mined = grouped(String(run.mined))
  if (blocked !== undefined)
    return (
      <Button size="medium" className={style.key} disabled>
        {blocked}
      </Button>
    )
  if (run.state === 'idle')
    return (
      <Button
        kind={isMain ? 'primary' : 'tinted'}
        size="medium"
        className={style.key}
        busy={isBusy ? text.starting : undefined}
        onClick={() => void start(user)}
      >
        {text.start}
      </Button>
    )
  if (run.state === 'ready') return null
  return (
    <>
      <Button
        kind="text"
        size="small"
        className={style.stop}
        busy={isBusy ? text.claiming : undefined}
        onClick={() => setStopping(true)}
      >
        {run.mined === 0 ? text.stopNothing : text.stop(mined)}
      </Button>
      {isStopping && (
        <StopSheet
          run={run}
          onStop={() => {
            setStopping(false)
            void end(user)
          }}
          onClose={() => setStopping(false)}
        />
      )}
    </>
  )
}

/** An early end pays only what was mined so far, so it is confirmed. */
function StopSheet({ run, onStop, onClose }: { run: MiningRun; onStop: () => void; onClose: () => void }) {
  const [mined, lost] = [grouped(String(run.mined)), grouped(String(run.target - run.mined))]
  return (
    <Sheet title={text.stopTitle} close={appText.close} onClose={onClose}>
      <EarnHint>{text.stopLine(mined, lost)}</EarnHint>
      <SheetActions>
        <Button onClick={onClose}>{text.keep}</Button>
        <CommitButton onPress={onStop}>{run.mined === 0 ? text.stopNothing : text.stop(mined)}</CommitButton>
      </SheetActions>
    </Sheet>
  )
}
