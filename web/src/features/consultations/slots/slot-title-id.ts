/** Returns the id of a slot card's title. It describes the button and takes the focus after booking. */
export const slotTitleId = (id: string): string => `slot-${id}`
