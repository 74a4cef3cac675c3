/**
 * Name, latitude and longitude of a district in degrees, two decimals. The point lies near the middle of the district or at
 * its main town, within some 20 km, farther in counties and regions
 * of more than 100 km. It is good for a bubble on a map and for the distance between districts, not for more.
 */
export type DistrictRow = readonly [name: string, latitude: number, longitude: number]
