export const createSlotPath = '/account/addresses/availability-slots'
export const bookingsPath = '/account/addresses/bookings'
