import { noCheckedSprayAdvice } from './cards/shared.ts'
import { type AdviceLine, type DiseaseCard, getConfirmedLines, type Language, line, localize } from './disease-card.ts'

const registrationQuestions: Record<'KE' | 'UG' | 'elsewhere', AdviceLine> = {
  KE: line(
    ['K1'],
    'Ask which product the Pest Control Products Board registered for this crop. If nobody can tell you, do not spray.',
    'Uliza ni dawa ipi Pest Control Products Board imesajili kwa zao hili. Kama hakuna anayeweza kukuambia, usipulizie.',
    'Buuza eddagala Pest Control Products Board lye yawandiisa ku kirime kino. Bwe wataba asobola kukubuulira, tofuuyira.',
  ),
  UG: line(
    ['U2'],
    'Ask which product Uganda’s national register lists for this crop. If nobody can tell you, do not spray.',
    'Uliza dawa iliyo kwenye daftari la taifa la Uganda kwa zao hili. Kama hakuna anayeweza kukuambia, usipulizie.',
    'Buuza eddagala eriri mu lukalala lw’eggwanga olwa Uganda ku kirime kino. Bwe wataba asobola kukubuulira, tofuuyira.',
  ),
  elsewhere: line(
    ['E1', 'R1'],
    'Ask which product is registered for this crop in your country. If nobody can tell you, do not spray.',
    'Uliza ni dawa ipi iliyosajiliwa kwa zao hili nchini mwako. Kama hakuna anayeweza kukuambia, usipulizie.',
    'Buuza eddagala eriwandiisiddwa ku kirime kino mu ggwanga lyo. Bwe wataba asobola kukubuulira, tofuuyira.',
  ),
}

const safetyLines: AdviceLine[] = [
  line(
    ['E1', 'R1'],
    'Buy only sealed, labelled products from a licensed dealer. Follow the label.',
    'Nunua tu dawa iliyofungwa na yenye lebo kwa muuzaji mwenye leseni. Fuata lebo.',
    'Gula eddagala lyokka erisibiddwa obulungi, eririko ekiwandiiko, ku mutunzi alina layisinsi. Goberera ekiwandiiko ekyo.',
  ),
  line(
    ['E1', 'R1'],
    'Wear protective clothing when you mix and when you spray.',
    'Vaa mavazi ya kujikinga unapochanganya na unapopulizia.',
    'Yambala engoye ezikukuuma ng’otabula era ng’ofuuyira.',
  ),
  line(
    ['E1', 'R1'],
    'Keep people and animals out until the label’s time has passed. Wait the label’s days to harvest.',
    'Zuia watu na wanyama hadi muda ulio kwenye lebo upite. Subiri siku za lebo kabla ya kuvuna.',
    'Ziyiza abantu n’ebisolo okutuusa ekiseera ekiri ku kiwandiiko lwe kiyita. Linda ennaku ezirambikiddwa nga tonnakungula.',
  ),
  line(
    ['E1', 'R1'],
    'Do not spray the same kind of product year after year.',
    'Usipulizie aina ile ile ya dawa mwaka baada ya mwaka.',
    'Tofuuyira kika kya ddagala kye kimu buli mwaka.',
  ),
]

function getRegistrationQuestion(country: string | null): AdviceLine {
  const code = country?.toUpperCase()
  return code === 'KE' || code === 'UG' ? registrationQuestions[code] : registrationQuestions.elsewhere
}

/**
 * Returns the spray advice of a card: when to spray, which product to ask for, and safety rules. No fungicide and
 * no group of them is named: no national register has been checked.
 * @param country ISO 3166 code of the reader's country, null when unknown
 */
export function buildSprayLines(card: DiseaseCard, country: string | null): AdviceLine[] {
  const conditions = getConfirmedLines(card.sections.sprayOnlyIf)
  if (!card.mayNeedSpray) return conditions
  return [...conditions, getRegistrationQuestion(country), ...safetyLines]
}

const conditionPrefix = localize('Spray only if:', 'Pulizia dawa tu ikiwa:', 'Tofuuyira ddagala okuggyako nga:')

/**
 * Returns the spray advice of a card as it stands without a heading. A condition says that it is one, so that nobody reads
 * "An expert has confirmed it" as a fact about the own field.
 */
export function formatSprayAdvice(card: DiseaseCard, country: string | null, language: Language): string[] {
  const conditions = card.mayNeedSpray ? card.sections.sprayOnlyIf.filter(each => each !== noCheckedSprayAdvice) : []
  return buildSprayLines(card, country).map(each => {
    const text = each.text[language]
    return conditions.includes(each) ? `${conditionPrefix[language]} ${lowerFirst(text)}` : text
  })
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
