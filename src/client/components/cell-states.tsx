import type { ReactNode } from 'react'
import { appText } from '../text/app.ts'
import { Button } from '../ui/button.tsx'
import type { SectionProps } from '../ui/cells/cell-props.ts'
import { Placeholder, Section } from '../ui/cells/cells.tsx'
import { SkeletonRows } from '../ui/states/skeleton.tsx'

type FailedProps = { title: string; line: string; onRetry: () => void }

/** What could not be loaded, with a button that tries again. */
export const FailedCells = ({ title, line, onRetry }: FailedProps) => (
  <Placeholder icon="alert" title={title} line={line} isError>
    <Button size="small" onClick={onRetry}>
      {appText.retry}
    </Button>
  </Placeholder>
)

export const FailedSection = ({ sectionTitle, ...failed }: FailedProps & { sectionTitle: string | undefined }) => (
  <Section title={sectionTitle} kind="plain">
    <FailedCells {...failed} />
  </Section>
)

export const LoadingCells = ({ title, count }: { title?: string | undefined; count: number }) => (
  <Section title={title} kind="plain">
    <div aria-busy="true">
      <SkeletonRows count={count} height={60} />
    </div>
  </Section>
)

type PagedProps<Item> = {
  list:
    | { readonly state: 'loading' }
    | { readonly state: 'failed'; readonly errorText: string | undefined }
    | { readonly state: 'ready'; readonly items: readonly Item[]; readonly hasNext: boolean; readonly isBusy: boolean }
  title?: string
  /** Beside the title. */
  aside?: ReactNode
  kind?: SectionProps['kind']
  failed: string
  failedLine: string
  empty: ReactNode
  more: string
  onRetry: () => void
  onMore: () => void
  /** Sections with titles of their own; without it one section. */
  groups?: (items: readonly Item[]) => readonly { readonly title: string; readonly items: readonly Item[] }[]
  /** All items as one, such as a table, instead of sections. */
  whole?: ((items: readonly Item[]) => ReactNode) | undefined
  /** The cell of one item, with a key. */
  children: (item: Item) => ReactNode
}

/** A paged list as a section, with its loading, error and empty states and a button for the next page. */
export function PagedCells<Item>({
  list,
  title,
  aside,
  kind,
  failed,
  failedLine,
  empty,
  more,
  ...rest
}: PagedProps<Item>) {
  const { onRetry, onMore, groups, whole, children } = rest
  if (list.state === 'loading') return <LoadingCells title={title} count={3} />
  if (list.state === 'failed')
    return <FailedSection sectionTitle={title} title={failed} line={list.errorText ?? failedLine} onRetry={onRetry} />
  if (list.items.length === 0)
    return (
      <Section title={title} kind="plain">
        {empty}
      </Section>
    )
  const moreButton = list.hasNext ? (
    <Button size="small" busy={list.isBusy ? appText.loading : undefined} onClick={onMore}>
      {more}
    </Button>
  ) : undefined
  if (whole !== undefined)
    return (
      <Section title={title} kind="plain" footer={moreButton}>
        {whole(list.items)}
      </Section>
    )
  const sections = groups?.(list.items) ?? [{ title, items: list.items }]
  return sections.map((section, index) => (
    <Section
      key={section.title ?? ''}
      title={section.title}
      isSmallTitle={groups !== undefined}
      aside={index === 0 ? aside : undefined}
      {...(kind !== undefined && { kind })}
      footer={index === sections.length - 1 ? moreButton : undefined}
    >
      {section.items.map(children)}
    </Section>
  ))
}
