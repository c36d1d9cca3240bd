import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CountingNumber } from '../ui/counting-number.tsx'
import { Ring } from '../ui/ring.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tag } from '../ui/tag.tsx'
import { type Family, Live } from './example.tsx'

const ring = (percent: number) => (
  <Ring size="large" fraction={percent / 100} stepMillis={1_000} label={`${percent} percent`}>
    <b>{percent}</b>
    <small>of 100 XP</small>
  </Ring>
)

export const labels: Family = {
  title: 'Labels and progress',
  examples: [
    {
      name: 'Badge',
      width: 'inline',
      states: {
        'to do': <Badge>Not set up</Badge>,
        good: <Badge isGood>On</Badge>,
        'long text': <Badge>Waits for 12 confirmations</Badge>,
      },
    },
    {
      name: 'Tag',
      width: 'inline',
      states: {
        plain: <Tag>Limit</Tag>,
        buy: <Tag side="buy">Buy</Tag>,
        sell: <Tag side="sell">Sell</Tag>,
        'long text': <Tag side="buy">Bought at the market price</Tag>,
      },
    },
    { name: 'Spinner', width: 'inline', states: { turning: <Spinner /> } },
    {
      name: 'Progress ring',
      width: 'inline',
      states: { empty: ring(0), 'in progress': ring(40), full: ring(100) },
    },
    {
      name: 'Counting number',
      width: 'inline',
      states: {
        'counts up': (
          <Live initial={1000}>
            {(value, onChange) => (
              <>
                <b>
                  <CountingNumber value={value} format={String} />
                </b>
                <Button size="small" onClick={() => onChange(value + 500)}>
                  Add 500
                </Button>
              </>
            )}
          </Live>
        ),
      },
    },
  ],
}
