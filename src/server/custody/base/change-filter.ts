/** True if the text differs from the last one of this key: conditions that last are logged once. */
export function changeFilter(): (key: string, text: string) => boolean {
  const last = new Map<string, string>()
  return (key, text) => {
    const hasChanged = last.get(key) !== text
    last.set(key, text)
    return hasChanged
  }
}
