import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { draftAtom } from '../../atoms/draft.ts'
import { postOnlyAtom, timeInForceAtom } from '../../atoms/order-form.ts'
import { confirmOnlyAboveAtom } from '../../atoms/preferences.ts'
import { text } from '../../text/en.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Sheet } from '../../ui/sheet.tsx'

const KINDS = ['GTC', 'IOC', 'FOK'] as const

export default function OrderOptions({ onClose }: { onClose: () => void }) {
  const draft = useAtomValue(draftAtom)
  const choose = useSetAtom(timeInForceAtom)
  const setPostOnly = useSetAtom(postOnlyAtom)
  return (
    <Sheet title={trade.form.options} close={text.close} onClose={onClose}>
      {draft.type === 'market' ? (
        <>
          <p className="sheet-line">{trade.form.marketIoc}</p>
          <AskAlways />
        </>
      ) : (
        <>
          <fieldset className="options">
            <legend>{trade.form.timeInForce}</legend>
            {KINDS.map((kind) => (
              <label key={kind} className="option">
                <input
                  type="radio"
                  name="time-in-force"
                  checked={draft.timeInForce === kind}
                  onChange={() => choose(kind)}
                />
                <span>
                  <b>{trade.form.tif[kind].name}</b>
                  <small>{trade.form.tif[kind].line}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <Checkbox checked={draft.isPostOnly} onChange={setPostOnly}>
            <b>{trade.form.postOnly}</b> <small>{trade.form.postOnlyLine}</small>
          </Checkbox>
        </>
      )}
      <Button className="sheet-button" onClick={onClose}>
        {trade.form.done}
      </Button>
    </Sheet>
  )
}

function AskAlways() {
  const [onlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  return (
    <Checkbox checked={!onlyAbove} onChange={(isOn) => setOnlyAbove(!isOn)}>
      <b>{trade.form.askAlways}</b> <small>{trade.form.askLine}</small>
    </Checkbox>
  )
}
