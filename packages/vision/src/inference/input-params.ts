export type RgbTriple = [number, number, number]

/** A central square of `scale` times the short side. */
export type View = { scale: number }

/** The input and the feature map of the network. */
export type InputParams = {
  /** Side S of the square input, in pixels. */
  inputSize: number
  /** Mean and standard deviation of R, G, B after division by 255. */
  mean: RgbTriple
  std: RgbTriple
  /** Size of the feature map of one view, in cells. */
  featureSize: { height: number; width: number }
  /** Test-time augmentation: embeddings are averaged over these views. The heat map uses the first. */
  views: [View, ...View[]]
}
