export const slotsPath = '/account/addresses/slots'
export const myBookingsPath = '/account/addresses/my-bookings'
export const myBookingPath = (id: string): string => `${myBookingsPath}/${id}`
