import { useAtomValue, useSetAtom } from 'jotai'
import { draftAtom } from '../../atoms/draft.ts'
import { postOnlyAtom, timeInForceAtom } from '../../atoms/order-form.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Sheet } from '../../ui/sheet.tsx'

const KINDS = ['GTC', 'IOC', 'FOK'] as const

export default function OrderOptions({ onClose }: { onClose: () => void }) {
  const draft = useAtomValue(draftAtom)
  const choose = useSetAtom(timeInForceAtom)
  const setPostOnly = useSetAtom(postOnlyAtom)
  return (
    <Sheet title={text.form.options} close={text.close} onClose={onClose}>
      {draft.type === 'market' ? (
        <p className="sheet-line">{text.form.marketIoc}</p>
      ) : (
        <>
          <fieldset className="options">
            <legend>{text.form.timeInForce}</legend>
            {KINDS.map((kind) => (
              <label key={kind} className="option">
                <input
                  type="radio"
                  name="time-in-force"
                  checked={draft.timeInForce === kind}
                  onChange={() => choose(kind)}
                />
                <span>
                  <b>{text.form.tif[kind].name}</b>
                  <small>{text.form.tif[kind].line}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <Checkbox checked={draft.isPostOnly} onChange={setPostOnly}>
            <b>{text.form.postOnly}</b> <small>{text.form.postOnlyLine}</small>
          </Checkbox>
        </>
      )}
      <Button className="sheet-button" onClick={onClose}>
        {text.form.done}
      </Button>
    </Sheet>
  )
}
