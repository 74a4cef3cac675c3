-- What was wrong with a photo itself when it was diagnosed: empty for a good one. Of a plant's analysis, with any of its
-- photos; a photo of no leaf has it, too.
alter table analyses add column quality text[] not null default '{}'
  constraint analyses_quality_is_known check (quality <@ array['too_small', 'too_dark', 'too_bright', 'too_blurred']);
alter table analysis_photos add column quality text[] not null default '{}'
  constraint analysis_photos_quality_is_known
  check (quality <@ array['too_small', 'too_dark', 'too_bright', 'too_blurred']);
