export const slotsPath = '/account/addresses/slots'
export const myBookingsPath = '/account/addresses/my-bookings'
export const myBookingPath = (id: string): string => `${myBookingsPath}/${id}`
export const createSlotPath = '/account/addresses/availability-slots'
export const workingHoursPath = '/account/addresses/availability-slots/hours'
export const bookingsPath = '/account/addresses/bookings'
export const expertPath = (id: string): string => `/account/experts/${id}`
