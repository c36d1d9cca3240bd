import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { parseProof } from '../../../contract/liabilities/parse.ts'
import { PROOF_STEPS, type ProofStep } from '../../../contract/liabilities/verify.ts'
import type { LiabilityProofView } from '../../../contract/liabilities/views.ts'
import { formatUnits, ZERO } from '../../../contract/money.ts'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { grouped } from '../../format/numbers.ts'
import { type Check, checkOf } from '../../state/liabilities/check.ts'
import { saveJsonAtom } from '../../state/liabilities/save.ts'
import { appText } from '../../text/app.ts'
import { liabilitiesText, noReportText } from '../../text/liabilities.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import style from './check-sheet.module.css'
import { utcTime } from './utc-time.ts'

const text = liabilitiesText.check

/** Verifies in the browser that the balance of the user is in the newest report, step by step. */
export function CheckSheet({ user, onClose }: { user: string; onClose: () => void }) {
  const check = useAtomValue(checkOf(user))
  const start = useSetAtom(checkOf(user))
  const save = useSetAtom(saveJsonAtom)
  const isRunning = check.state === 'running'
  const proof = 'proof' in check ? check.proof : undefined
  return (
    <Sheet title={text.title} close={appText.close} onClose={onClose}>
      {'passed' in check && (
        <Steps passed={check.passed} failed={check.state === 'invalid' ? check.failed : undefined} />
      )}
      <div role="status" aria-live="polite">
        <Result check={check} />
      </div>
      <div className={style.actions}>
        {proof !== undefined && (
          <Button size="medium" onClick={() => void save(text.file(proof.report?.seq ?? 0), proof)}>
            <Icon name="export" size={16} />
            {text.download}
          </Button>
        )}
        <Button
          size="medium"
          busy={isRunning ? text.working : undefined}
          onClick={() => {
            if (!isRunning) void start()
          }}
        >
          {check.state === 'failed' ? appText.retry : text.again}
        </Button>
      </div>
    </Sheet>
  )
}

function Steps({ passed, failed }: { passed: readonly ProofStep[]; failed: ProofStep | undefined }) {
  const running = failed === undefined ? PROOF_STEPS[passed.length] : undefined
  const stateOf = (step: ProofStep) => {
    if (passed.includes(step)) return 'done'
    if (step === failed) return 'bad'
    return step === running ? 'working' : 'waiting'
  }
  return (
    <ol className={style.steps} aria-label={text.progress}>
      {PROOF_STEPS.map((step) => {
        const state = stateOf(step)
        const { title, failed: failedTitle } = text.steps[step]
        return (
          <li key={step} data-state={state}>
            <span className={style.dot} aria-hidden="true">
              {state === 'done' && <Icon name="check" size={16} />}
              {state === 'bad' && <Icon name="close" size={16} />}
            </span>
            <span>
              {state === 'bad' ? failedTitle : title}
              <span className="visually-hidden">{state === 'bad' ? '' : `, ${text[state].toLowerCase()}`}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Result({ check }: { check: Check }) {
  switch (check.state) {
    case 'running':
      return <p className="visually-hidden">{text.working}</p>
    case 'included':
      return <Included proof={check.proof} />
    case 'invalid':
      return <Verdict tone="bad" title={text.invalid} line={text.invalidLine} />
    case 'absent':
      return check.isNewer ? (
        <Verdict
          tone="plain"
          title={text.newer}
          line={check.nextAt === undefined ? text.newerWithheldLine : text.newerLine(utcTime(check.nextAt))}
        />
      ) : (
        <Verdict tone="bad" title={text.missing} line={text.missingLine} />
      )
    case 'none':
      return <Verdict tone="plain" {...noReportText(check.isWithheld)} />
    case 'unsupported':
      return <Verdict tone="plain" title={text.unsupported} line={text.unsupportedLine} />
    case 'failed':
      return <Verdict tone="plain" title={text.failed} line={check.errorText} />
  }
}

type VerdictProps = { tone: 'good' | 'bad' | 'plain'; title: string; line: string; children?: ReactNode }

const Verdict = ({ tone, title, line, children }: VerdictProps) => (
  <div className={style.verdict} data-tone={tone}>
    <h3>
      <Icon name={tone === 'good' ? 'shield' : tone === 'bad' ? 'alert' : 'info'} size={20} />
      {title}
    </h3>
    <p>{line}</p>
    {children}
  </div>
)

/** The proof is verified, so amounts and totals have the same coins. */
function Included({ proof }: { proof: LiabilityProofView }) {
  const { report } = proof
  const amounts = parseProof(proof)?.owned ?? []
  const owned = report.totals
    .map(({ symbol }, coin) => ({ symbol, amount: formatUnits(amounts[coin] ?? ZERO) }))
    .filter(({ amount }) => amount !== '0')
  return (
    <Verdict tone="good" title={text.included} line={text.includedLine(utcTime(report.at))}>
      {owned.length === 0 ? (
        <p>{text.noAmounts}</p>
      ) : (
        <dl className={style.amounts} aria-label={text.amounts}>
          {owned.map(({ symbol, amount }) => (
            <div key={symbol}>
              <dt>
                <CoinIcon symbol={symbol} size={24} />
                {symbol}
              </dt>
              <dd>{grouped(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Verdict>
  )
}
