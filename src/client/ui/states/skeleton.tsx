/** A placeholder of the same size as the content that loads. */
export function Skeleton({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />
}

export function SkeletonRows({ count, height }: { count: number; height: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
        <div className="skeleton-row" style={{ height }} key={row}>
          <Skeleton width={32} height={32} />
          <Skeleton width="28%" />
          <Skeleton width="18%" />
        </div>
      ))}
    </div>
  )
}
