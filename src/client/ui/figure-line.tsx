import type { ComponentProps } from 'react'
import { text } from '../text/en.ts'
import { Button } from './button.tsx'
import { NoLine, ValueLine } from './value-line.tsx'

/** A figure over a period, as an atom tells it. */
type Line =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'ready' } & ComponentProps<typeof ValueLine>)

/** The line of a figure, or why there is none, in the same place. */
export function FigureLine({ line, failed, onRetry }: { line: Line; failed: string; onRetry: () => void }) {
  switch (line.state) {
    case 'loading':
      return <NoLine />
    case 'failed':
      return (
        <NoLine>
          <p role="alert">{failed}</p>
          <Button size="small" onClick={onRetry}>
            {text.retry}
          </Button>
        </NoLine>
      )
    case 'ready': {
      const { state: _state, ...drawn } = line
      return <ValueLine {...drawn} />
    }
  }
}
