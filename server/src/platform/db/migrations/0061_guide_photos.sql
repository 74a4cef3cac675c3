-- Farmers who allow that their leaf photos appear in articles. Withdrawing deletes the row.
create table photo_consents (
  user_id uuid primary key references users (id),
  given_at timestamptz not null
);

-- Photos that may appear in an article: experts agreed on the label, and the farmer consented.
create table guide_photos (
  image_id uuid primary key references training_images (id),
  -- The article, and the label that it follows from: a photo whose label changed no longer belongs there.
  card text not null check (card <> ''),
  label text not null check (label in ('common_rust', 'healthy')),
  sharpness double precision not null check (sharpness >= 0),
  chosen_at timestamptz not null,
  -- Set when an expert removed it, which is for good.
  removed_at timestamptz
);
create index guide_photos_of_card on guide_photos (card, sharpness desc, image_id) where removed_at is null;
