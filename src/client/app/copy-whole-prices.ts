import { withWholePrices } from '../format/small-price.ts'

/** On `copy`: a price that is shown as 0.0₄1237 is copied as the number that it is. */
export function copyWholePrices(event: ClipboardEvent): void {
  const selected = String(document.getSelection())
  const copied = withWholePrices(selected)
  if (copied === selected || event.clipboardData === null) return
  event.clipboardData.setData('text/plain', copied)
  event.preventDefault()
}
