/** An upload's limits, the same for browser, server and terminal. Apart from the schemas, so that a web page need not carry them. */
export const imageLimits = { bytes: 5 * 1024 * 1024, pixels: 50_000_000, types: ['image/jpeg', 'image/png'] } as const
