export const consultations = {
  'slots.lead': 'When a farmer can book you. Farmers see upcoming ones; past ones turn inactive by themselves.',

  'bookings.lead': 'What farmers booked with you. Approve with a time, or cancel.',
} as const
