import type { Crop } from '../disease-card.ts'
import type { SourceKey } from '../sources.ts'
import { estimateWmax, type InfectionParameters } from './infection-model.ts'

/** Published requirements of a rust for infection. Where sources disagree, a comment says how the number was chosen. */
export type RustInfection = {
  crop: Crop
  /** Names of the disease in reports. */
  diseases: readonly string[]
  parameters: InfectionParameters
  /** Sources of the numbers. docs/early-warning.md has a table of what each of them says. */
  sources: readonly SourceKey[]
}

/** Only temperatures and hours that a source names. Wmax was not measured for any of them. */
const createParameters = (parameters: Omit<InfectionParameters, 'wmax'>): InfectionParameters => ({
  ...parameters,
  wmax: estimateWmax(parameters.wmin),
})

export const rustInfections: readonly RustInfection[] = [
  {
    crop: 'wheat',
    diseases: ['stripe_rust', 'yellow_rust'],
    // tmin, tmax: fitted limits of infection (P4); P3 counts hours between 4 and 16. topt: middle of 8 to 13 (P5). wmin: P3.
    parameters: createParameters({ tmin: 2.4, topt: 10.5, tmax: 19.8, wmin: 4 }),
    sources: ['P3', 'P4', 'P5'],
  },
  {
    crop: 'wheat',
    diseases: ['leaf_rust'],
    // tmin, tmax: P6. topt: P6 and P8 have 20, P9 has 16. With 20, W(10) is 11 h, where P6 needs 12; with 16 it were 7.
    // wmin: after 6 hours 60 to 65 % of the infections of a longer wetness (P7). The first pustules come after 3 to 4 (P8, P9).
    parameters: createParameters({ tmin: 2, topt: 20, tmax: 32, wmin: 6 }),
    sources: ['P6', 'P7', 'P8', 'P9'],
  },
  {
    crop: 'wheat',
    diseases: ['stem_rust'],
    // tmin: of the form on ryegrass (P10); P11 has 10. topt: peak of P11, middle of 18 to 30 (P12). tmax: P11. wmin: P12.
    parameters: createParameters({ tmin: 2, topt: 24, tmax: 35, wmin: 6 }),
    sources: ['P10', 'P11', 'P12'],
  },
  {
    crop: 'maize',
    diseases: ['common_rust'],
    // tmin: spores germinate from 2 to 5 on (P13). topt: middle of 10 to 25 (P13). tmax: hardly any pustules at 32 (P14), no
    // germination between 30 and 35 (P13). wmin: P14.
    parameters: createParameters({ tmin: 5, topt: 17.5, tmax: 32, wmin: 6 }),
    sources: ['P13', 'P14'],
  },
  {
    crop: 'beans',
    diseases: ['rust'],
    // tmin, tmax: no germination (P15). topt: middle of 17.5 to 22.5 (P15). wmin: 90 % germinate within 6 to 8 hours (P15); the
    // first infections need 4 (P16).
    parameters: createParameters({ tmin: 4, topt: 20, tmax: 27.5, wmin: 6 }),
    sources: ['P15', 'P16'],
  },
]

/** Returns what a disease of a crop needs to infect; undefined if there are no published numbers for it. */
export const findRustInfection = (crop: string, disease: string): RustInfection | undefined =>
  rustInfections.find(rust => rust.crop === crop && rust.diseases.includes(disease))
