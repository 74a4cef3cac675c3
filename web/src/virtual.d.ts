declare module 'virtual:common-passwords' {
  /** One password a line, in lower case, the commonest first. */
  export const words: string
}
