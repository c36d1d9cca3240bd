/** False when copying failed. Frames without the clipboard permission and old WebViews only support the fallback. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Undefined where reading is not supported or not allowed. */
export async function paste(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return undefined
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.cssText = 'position:fixed;opacity:0'
  const focused = document.activeElement
  // An open dialog makes everything outside it inert.
  const container = document.querySelector('[aria-modal="true"]') ?? document.body
  container.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
