import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { confirmOnlyAboveAtom } from '../../../state/app/preferences.ts'
import { postOnlyAtom, timeInForceAtom } from '../../../state/order-form/actions.ts'
import { draftAtom } from '../../../state/order-form/store.ts'
import { appText } from '../../../text/app.ts'
import { tradeText } from '../../../text/trade.ts'
import { SheetActions, SheetLine } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import style from './order-options.module.css'

const KINDS = ['GTC', 'IOC', 'FOK'] as const

export default function OrderOptions({ onClose }: { onClose: () => void }) {
  const draft = useAtomValue(draftAtom)
  const choose = useSetAtom(timeInForceAtom)
  const setPostOnly = useSetAtom(postOnlyAtom)
  return (
    <Sheet title={tradeText.form.options} close={appText.close} onClose={onClose}>
      {draft.type === 'market' ? (
        <>
          <SheetLine>{tradeText.form.marketIoc}</SheetLine>
          <AlwaysConfirm />
        </>
      ) : (
        <>
          <fieldset className={style.options}>
            <legend>{tradeText.form.timeInForce}</legend>
            {KINDS.map((kind) => (
              <label key={kind} className={style.option}>
                <input
                  type="radio"
                  name="time-in-force"
                  checked={draft.timeInForce === kind}
                  onChange={() => choose(kind)}
                />
                <span>
                  <b>{tradeText.form.tif[kind].name}</b>
                  <small>{tradeText.form.tif[kind].line}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <Checkbox checked={draft.isPostOnly} onChange={setPostOnly}>
            <b>{tradeText.form.postOnly}</b> <small>{tradeText.form.postOnlyLine}</small>
          </Checkbox>
        </>
      )}
      <SheetActions>
        <Button onClick={onClose}>{tradeText.form.done}</Button>
      </SheetActions>
    </Sheet>
  )
}

function AlwaysConfirm() {
  const [onlyAbove, setOnlyAbove] = useAtom(confirmOnlyAboveAtom)
  return (
    <Checkbox checked={!onlyAbove} onChange={(isOn) => setOnlyAbove(!isOn)}>
      <b>{tradeText.form.askAlways}</b> <small>{tradeText.form.askLine}</small>
    </Checkbox>
  )
}
