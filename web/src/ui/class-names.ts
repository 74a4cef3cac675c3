/** Class names side by side, leaving out what does not apply. */
export const classNames = (...classes: (string | false | undefined)[]): string => classes.filter(Boolean).join(' ')
