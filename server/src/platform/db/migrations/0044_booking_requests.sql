-- What a farmer writes with a booking. Apart from the booking, because it is deleted with the farmer's account, and an ended
-- booking never changes.
create table booking_requests (
  booking_id uuid primary key references bookings (id),
  farmer_id uuid not null references users (id),
  question text check (char_length(question) between 1 and 500),
  -- An own analysis that the expert may look at.
  analysis_id uuid,
  meeting text check (meeting in ('call', 'whatsapp', 'visit')),
  place text check (char_length(place) between 1 and 200),
  constraint booking_requests_say_something check (num_nonnulls(question, analysis_id, meeting, place) > 0),
  constraint booking_requests_analysis_is_of_the_farmer foreign key (analysis_id, farmer_id)
    references analyses (id, farmer_id)
);
create index booking_requests_by_farmer on booking_requests (farmer_id);
create index booking_requests_by_analysis on booking_requests (analysis_id) where analysis_id is not null;
