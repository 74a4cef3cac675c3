import { line, localize, type UrgencyRule } from '../disease-card.ts'

/** Date of the last check of all cards against their sources. */
export const reviewedOn = '2026-11-21'

export const inspectTwentyPlants = line(
  ['KUTU'],
  'Look at 20 plants in all parts of the field.',
  'Angalia mimea 20 katika sehemu zote za shamba.',
  'Kebera ebimera 20 mu bitundu byonna eby’ennimiro.',
)

export const photographThreeLeaves = line(
  ['KUTU'],
  'Photograph 3 more leaves.',
  'Piga picha za majani 3 zaidi.',
  'Kuba ebifaananyi by’ebikoola ebirala 3.',
)

export const askAnExpert = line(
  ['KUTU'],
  'Show your photos to an expert. Tell the extension officer.',
  'Mwonyeshe mtaalamu picha zako. Mwarifu afisa ugani.',
  'Laga omukugu ebifaananyi byo. Tegeeza omulimisa.',
)

export const tellNeighbours = line(
  ['KUTU'],
  'Tell your neighbours and the extension officer what you found.',
  'Waarifu majirani na afisa ugani kuhusu ulichoona.',
  'Buulira baliraanwa bo n’omulimisa ky’ozudde.',
)

export const checkEveryWeek = line(
  ['KUTU'],
  'Look at the same plants again every week.',
  'Angalia mimea hiyo hiyo tena kila wiki.',
  'Ddamu okebere ebimera ebyo buli wiiki.',
)

export const noCheckedSprayAdvice = line(
  ['KUTU'],
  'We hold no checked advice on when a spray pays here. Ask the extension officer before you buy anything.',
  'Hatuna ushauri uliothibitishwa kuhusu lini dawa inalipa hapa. Muulize afisa ugani kabla ya kununua chochote.',
  'Tetulina magezi gakakasiddwa ku ddi eddagala lwe ligasa wano. Sooka obuuze omulimisa nga tonnagula kintu kyonna.',
)

/** True for every leaf disease: an infection after the grain is hard costs little. */
export const lowWhenRipe: UrgencyRule = {
  level: 'low',
  when: localize(
    'When the grain is hard or the crop is ripe',
    'Nafaka ikiwa ngumu au zao limekomaa',
    'Empeke nga zigumye oba ekirime nga kyengedde',
  ),
  sources: ['KUTU'],
}

export const photosOnlyDescription = line(
  ['KUTU'],
  'Kutu has learned to know this from photos. A description that an expert has checked is still missing.',
  'Kutu imejifunza kutambua hili kutokana na picha. Maelezo yaliyothibitishwa na mtaalamu bado hayapo.',
  'Kutu yayigira ku bifaananyi okutegeera kino. Ennyinnyonnyola ekakasiddwa omukugu tennabaawo.',
)
