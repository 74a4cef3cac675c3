// No schemas here: the web bundles this file.
import type { Band } from './detection.ts'

/**
 * Returns true if an answer of this band names a class; the others say that Kutu cannot tell yet. Where the class is in doubt,
 * so are the marked spots and the affected area.
 */
export const isConclusive = (band: Band): boolean => band === 'confident' || band === 'likely'
