/** The heading of a slot's card: what its button is about, and where the focus goes once it is booked. */
export const slotTitleId = (id: string): string => `slot-${id}`
