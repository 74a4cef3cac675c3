declare module 'virtual:common-passwords' {
  /** One password a line, in lower case, the commonest first. */
  export const words: string
}

declare module 'virtual:shipped-model' {
  /** Addresses of the newest shipped model's files. */
  export const card: string
  export const head: string
  /** In pieces where built. */
  export const network: string | readonly string[]
  export const runtime: string | readonly string[]
  export const version: string
  /** What a photo must be like for it. */
  export const quality: import('@kutu/vision/quality/photo-quality').QualityThresholds
}
