import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { hostAtom } from '../../atoms/host.ts'
import { twoFactor as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyKey } from './copy-key.tsx'

/** Shown once. Only who says they are kept goes on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  const [isSaved, setSaved] = useState(false)
  const all = codes.join('\n')
  return (
    <section className="recovery" aria-labelledby="recovery">
      <h2 id="recovery">{words.codesTitle}</h2>
      <p className="settings-hint">{words.codesLine}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="key-row">
        <CopyKey text={all} />
        {!miniApp && (
          <a
            className="button"
            data-kind="quiet"
            data-size="small"
            download={words.file}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          >
            {words.download}
          </a>
        )}
      </div>
      <Checkbox checked={isSaved} onChange={setSaved}>
        {words.saved}
      </Checkbox>
      <Button kind="primary" disabled={!isSaved} onClick={onDone}>
        {words.done}
      </Button>
    </section>
  )
}
