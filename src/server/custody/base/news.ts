/** True if the text differs from the last one of this key: conditions that last are logged once. */
export function newsFilter(): (key: string, text: string) => boolean {
  const last = new Map<string, string>()
  return (key, text) => {
    const isNews = last.get(key) !== text
    last.set(key, text)
    return isNews
  }
}
