/** Path of a coin's icon. Every listed currency has its file in `public/icons/`. */
export const coinIconPath = (symbol: string): string => `/icons/${symbol.toLowerCase()}.svg`
