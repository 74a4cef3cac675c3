// Generic infection model for foliar fungal pathogens: Magarey, Sutton & Thayer (2005), "A simple generic infection model for
// foliar fungal plant pathogens", Phytopathology 95: 92-100. Symbols and equation numbers are those of the paper; equation 2 is
// the temperature response of Yin et al. (1995). The hourly sum follows the hourly form of Bregaglio et al. (2012).

/** Requirements of a pathogen: temperatures in °C, wetness in hours. */
export type InfectionParameters = {
  /** Cardinal temperatures. At `tmin`, `tmax` and beyond nothing infects. */
  tmin: number
  topt: number
  tmax: number
  /** Hours of wetness that an infection needs at `topt`. */
  wmin: number
  /** Most hours of wetness that an infection needs at any temperature between `tmin` and `tmax`. */
  wmax: number
}

/** Returns Wmax for a pathogen of which it was not measured: the regression of the paper over 64 studies (r = 0.71). */
export const estimateWmax = (wmin: number): number => 3.8 + 3.0 * wmin

/** Equation 2: returns f(T), from 0 to 1. */
export function temperatureResponse(t: number, { tmin, topt, tmax }: InfectionParameters): number {
  if (t <= tmin || t >= tmax) return 0
  return ((tmax - t) / (tmax - topt)) * ((t - tmin) / (topt - tmin)) ** ((topt - tmin) / (tmax - topt))
}

/** Equation 1: returns W(T) = Wmin / f(T) ≤ Wmax, in hours. Infinite where f(T) is 0, of which the paper says nothing. */
export function requiredWetness(t: number, parameters: InfectionParameters): number {
  const f = temperatureResponse(t, parameters)
  return f === 0 ? Number.POSITIVE_INFINITY : Math.min(parameters.wmin / f, parameters.wmax)
}

/**
 * Returns the part of an infection that one wet hour completes. At a constant temperature the sum over a wet period reaches 1 after
 * W(T) hours, as in equation 1; at changing ones each hour counts with its own temperature, where the paper takes the mean.
 */
export const wetHourProgress = (t: number, parameters: InfectionParameters): number =>
  1 / requiredWetness(t, parameters)
