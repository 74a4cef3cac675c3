import { clsx } from 'clsx'

/** @deprecated Use `clsx`. */
export const classNames: typeof clsx = clsx
