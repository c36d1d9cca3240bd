import style from './skeleton.module.css'

type SkeletonProps = { width: number | string; height?: number | string; className?: string | undefined }

/** A placeholder of the same size as the content that loads. */
export function Skeleton({ width, height = 12, className = '' }: SkeletonProps) {
  return <span className={`${style.skeleton} ${className}`} style={{ width, height }} data-loading aria-hidden="true" />
}

export function SkeletonRows({ count, height }: { count: number; height: number | string }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no other key.
        <div className={style.row} style={{ height }} key={row}>
          <Skeleton width={32} height={32} />
          <Skeleton width="28%" />
          <Skeleton width="18%" />
        </div>
      ))}
    </div>
  )
}
