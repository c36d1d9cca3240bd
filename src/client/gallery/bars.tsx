import { ButtonRow } from '../ui/actions.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { FigureList } from '../ui/figure-list.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageBar } from '../ui/page-bar.tsx'
import type { Family } from './example.tsx'

export const bars: Family = {
  title: 'Bars and rows',
  examples: [
    {
      name: 'Page bar',
      states: {
        rest: <PageBar title="Settings" up="/" />,
        'with an action': (
          <PageBar title="Notifications" up="/">
            <IconButton label="Mark all as read">
              <Icon name="check" />
            </IconButton>
          </PageBar>
        ),
        'long text': <PageBar title="A title that is longer than the width of the screen" up="/" />,
      },
    },
    {
      name: 'Button row',
      states: {
        rest: (
          <ButtonRow>
            <Button kind="primary">Save</Button>
            <Button>Cancel</Button>
          </ButtonRow>
        ),
        'long text': (
          <ButtonRow>
            <Button kind="primary">Save the new address</Button>
            <Button>Go back to the list</Button>
            <Button kind="text">Skip</Button>
          </ButtonRow>
        ),
      },
    },
    {
      name: 'Figure list',
      states: {
        rest: (
          <FigureList>
            <div>
              <dt>Fee</dt>
              <dd>0.10 USDT</dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd>100.10 USDT</dd>
            </div>
          </FigureList>
        ),
        'long text': (
          <FigureList>
            <div>
              <dt>The least that you receive</dt>
              <dd>123,456,789.12345678 USDT at the price of now</dd>
            </div>
          </FigureList>
        ),
      },
    },
  ],
}
