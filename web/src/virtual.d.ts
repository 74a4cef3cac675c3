declare module 'virtual:common-passwords' {
  /** One lower-case password per line, the most common first. */
  export const words: string
}

declare module 'virtual:shipped-model' {
  /** Addresses of the files of the newest shipped model. */
  export const card: string
  export const head: string
  /** Several chunks in a build, one file in development. */
  export const network: string | readonly string[]
  /** Sizes of all files together: as transferred, compressed, and after decompression. */
  export const bytes: { transferred: number; total: number }
  export const version: string
  /** The photo quality that this model needs. */
  export const quality: import('@kutu/vision/quality/photo-quality').QualityThresholds
}

declare module 'virtual:country-outlines' {
  /** The outlines of the countries with districts; their ids are ISO 3166 codes. */
  export const atlas: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection
  }>
}
